import type { State } from '../../../nodes/MessageTrigger/cursor';
import type { MessageList } from '../../../nodes/MessageTrigger/list';
import { pollOnce, type Terms } from '../../../nodes/MessageTrigger/poll';
import type { TriggerOn } from '../../../nodes/MessageTrigger/settings';
import { isOfScope } from '../../../nodes/shared/polling/poll';
import { Saves } from './model.mts';

/** An event, by what it says of the message. */
export interface Emitted {
	id: string;
	status: string;
	time: string;
	previousStatus: string | null;
}

/** The trigger without n8n and without HTTP. Its state is saved only together with what a poll returns. */
export class MemoryHost {
	triggerOn: TriggerOn = 'any';
	private data: { state?: unknown } = {};
	private readonly saves = new Saves('{}');

	constructor(
		private readonly list: MessageList,
		private readonly terms: Pick<Terms, 'zone' | 'budget' | 'now'>,
	) {}

	/** Switches the workflow on: n8n polls at once, and saves the state whatever comes. */
	async activate(triggerOn = this.triggerOn): Promise<Emitted[]> {
		this.triggerOn = triggerOn;
		const events = await this.poll();
		this.saves.published(JSON.stringify(this.data));
		return events;
	}

	async poll(): Promise<Emitted[]> {
		const { data, triggerOn } = this;
		let isAnswered = false;
		const list: MessageList = {
			...this.list,
			page: async (asked) => await this.list.page(asked).finally(() => (isAnswered = true)),
		};
		const terms = {
			...this.terms,
			...{ scope: 'test', choice: { triggerOn, statuses: [] }, ignoreOlderThan: 72 },
			now: () => (isAnswered ? this.terms.now() : undefined),
		};
		const { events, state, isStuck } = await pollOnce(list, this.state, terms);
		if (isStuck && events.length === 0) throw new Error('full pages bring it no further');
		data.state = state;
		if (events.length > 0) this.saves.emitted(JSON.stringify(data));
		return events;
	}

	/** The process ends and starts again. */
	restart(): void {
		this.data = JSON.parse(this.saves.last);
	}

	/** As `restart`, but the last save did not come to pass. */
	crash(): void {
		this.data = JSON.parse(this.saves.crashed());
	}

	get state(): State | undefined {
		const { state } = this.data;
		return isOfScope<State>(state, 'test') ? state : undefined;
	}
}
