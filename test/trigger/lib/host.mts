import { alone } from '../../../nodes/shared/polling/alone';
import { readState } from '../../../nodes/MessageTrigger/cursor';
import { pollOnce } from '../../../nodes/MessageTrigger/poll';
import type { Terms } from '../../../nodes/MessageTrigger/reading';
import type { World } from './world.mts';

/** An event, by what it says of the message. */
export interface Told {
	id: string;
	status: string;
	time: string;
	previousStatus: string | null;
}

/** A trigger in its n8n, which saves the trigger's state only together with what a poll returns. */
export interface Host {
	/** Switches the workflow on: n8n polls at once, and saves the state whatever comes. */
	activate(): Promise<Told[]>;
	/** @throws what the poll throws */
	poll(): Promise<Told[]>;
	/** The process ends and starts again. */
	restart(): void;
	/** As `restart`, but the last save did not come to pass. */
	crash(): void;
	/** The call under way fails, and cannot be made again. */
	fail(): void;
	/** The state as it would be saved. */
	readonly snapshot: string;
	/** Where the next poll begins to read. */
	readonly from: string;
}

const SCOPE = 'test';

/** The trigger without n8n and without HTTP. */
export class MemoryHost implements Host {
	private data: { state?: unknown } = {};
	private saved = '{}';
	private savedBefore = '{}';

	constructor(
		private readonly world: World,
		private readonly terms: Terms,
		private readonly wants: (status: string) => boolean,
	) {}

	async activate(): Promise<Told[]> {
		const events = await this.poll();
		this.saved = this.snapshot;
		this.savedBefore = this.saved;
		return events;
	}

	async poll(): Promise<Told[]> {
		const { data } = this;
		const told = await alone(data, async () => {
			const before = readState(data.state, SCOPE);
			const { events, state } = await pollOnce(this.world.list(), SCOPE, before, this.terms);
			data.state = state;
			return events.filter(({ status }) => this.wants(status));
		});
		if (told && told.length > 0) {
			this.savedBefore = this.saved;
			this.saved = this.snapshot;
		}
		return told ?? [];
	}

	restart(): void {
		this.data = JSON.parse(this.saved);
	}

	crash(): void {
		this.saved = this.savedBefore;
		this.restart();
	}

	fail(): void {
		throw new Error('The service is down');
	}

	get snapshot(): string {
		return JSON.stringify(this.data);
	}

	get from(): string {
		return readState(this.data.state, SCOPE)?.from ?? '';
	}
}
