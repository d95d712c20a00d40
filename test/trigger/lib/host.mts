import type { Choice } from '../../../nodes/MessageTrigger/choice';
import type { MessageList } from '../../../nodes/MessageTrigger/list';
import { pollOnce, type Terms } from '../../../nodes/MessageTrigger/poll';
import { Saves } from './player.mts';
import { readState, type State } from '../../../nodes/MessageTrigger/state';

/** An event, by what it says of the message. */
export interface Emitted {
	id: string;
	status: string;
	time: string;
	previousStatus: string | null;
}

/** A trigger in its n8n, which saves the trigger's state only together with what a poll returns. */
export interface Host {
	/** Switches the workflow on: n8n polls at once, and saves the state whatever comes. */
	activate(): Promise<Emitted[]>;
	/** @throws what the poll throws */
	poll(): Promise<Emitted[]>;
	/** The process ends and starts again. */
	restart(): void;
	/** As `restart`, but the last save did not come to pass. */
	crash(): void;
	/** The state as it would be saved. */
	readonly state: State | undefined;
}

export const ANY: Choice = { triggerOn: 'any', statuses: [] };

/** A poll found for the third time that something is missing. */
export class Stuck extends Error {}

/** The trigger without n8n and without HTTP. */
export class MemoryHost implements Host {
	choice = ANY;
	private data: { state?: unknown } = {};
	private readonly saves = new Saves('{}');

	constructor(
		private readonly list: MessageList,
		private readonly terms: Pick<Terms, 'zone' | 'budget' | 'now'>,
	) {}

	async activate(): Promise<Emitted[]> {
		const events = await this.poll();
		this.saves.published(JSON.stringify(this.data));
		return events;
	}

	async poll(): Promise<Emitted[]> {
		const { data, choice } = this;
		const terms = { ...this.terms, scope: 'test', choice, ignoreOlderThan: 72 };
		const { events, state, isStuck } = await pollOnce(this.list, this.state, terms);
		if (isStuck && events.length === 0) throw new Stuck('no progress');
		data.state = state;
		if (events.length > 0) this.saves.emitted(JSON.stringify(data));
		return events;
	}

	restart(): void {
		this.data = JSON.parse(this.saves.restarted());
	}

	crash(): void {
		this.data = JSON.parse(this.saves.crashed());
	}

	get state(): State | undefined {
		return readState(this.data.state, 'test');
	}
}
