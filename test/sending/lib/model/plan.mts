import type { LocalService } from '../../../service/index.mts';
import { SEND } from '../people.mts';
import { faultOf, LIST_FAULTS, type FaultName, type ListFaultName } from './faults.mts';
import type { Sent } from './network.mts';
import type { Numbers } from '../../../service/freedoms/random.mts';
import { recipientOf, textOf, type Scenario } from './scenario.mts';
import type { VirtualTime } from './virtualTime.mts';

const LIST_NAMES = Object.keys(LIST_FAULTS) as ListFaultName[];

/** What is to happen to a call. */
export interface Planned {
	name: FaultName | ListFaultName;
	connect?: 'refused' | 'timedOut';
	silent: boolean;
	/** ms that the answer takes longer. */
	slow: number;
	/** What others do just before, and just after, it is carried out. */
	ahead?: () => void;
	behind?: () => void;
}

/** Which fault meets which call, and when others send the same message. */
export class Plan {
	/** Ids of the messages that others sent. */
	readonly foreign: string[] = [];
	private readonly faults: Map<string, FaultName[]>;
	private readonly calls = new Map<string, number>();
	private taken: number[] = [];
	private readonly waiting: Scenario['foreign'];

	constructor(
		private readonly scenario: Scenario,
		private readonly service: LocalService,
		private readonly time: VirtualTime,
		private readonly numbers: Numbers,
	) {
		this.faults = new Map(
			scenario.faults.map(({ person, faults }) => [recipientOf(person), [...faults]]),
		);
		this.waiting = scenario.foreign.filter(({ when }) => 'after' in when);
	}

	/** ms on the way between n8n and the service. */
	latency = (): number => this.numbers.between(5, 60);

	/** A call has reached the service. */
	arrives(call: Sent): Planned {
		return call.method === SEND ? this.sending(call) : this.reading();
	}

	private sending({ form }: Sent): Planned {
		const recipient = form.get('recipient') ?? '';
		const count = this.calls.get(recipient) ?? 0;
		this.calls.set(recipient, count + 1);
		const name = this.isTooOften() ? 'tooOften' : (this.faults.get(recipient)?.shift() ?? 'none');
		const fault = faultOf(name);
		const during = (ahead: boolean) => () => {
			for (const { person, when } of this.scenario.foreign) {
				if (!('during' in when) || when.during !== count || when.ahead !== ahead) continue;
				if (recipientOf(person) === recipient) this.sendForeign(person);
			}
		};
		return {
			name,
			connect: fault.connect,
			silent: fault.silent ?? false,
			slow: fault.slow === undefined ? 0 : this.numbers.between(...fault.slow),
			ahead: during(true),
			behind: during(false),
		};
	}

	private isTooOften(): boolean {
		const { rate } = this.scenario;
		if (rate === null) return false;
		const now = this.time.now();
		this.taken = this.taken.filter((at) => at > now - rate.windowMs);
		if (this.taken.length >= rate.calls) return true;
		this.taken.push(now);
		return false;
	}

	private reading(): Planned {
		const { listFailures, listHangs } = this.scenario;
		const fails = this.numbers.percent(listFailures);
		const among = LIST_NAMES.filter((name) => (name === 'stays') === listHangs);
		const name = fails ? among[this.numbers.between(0, among.length - 1)] : 'none';
		return { name, silent: name === 'stays', slow: 0 };
	}

	/** A call has ended, as far as the node knows. */
	ended({ method, form }: Sent): void {
		if (method !== SEND) return;
		for (const foreign of [...this.waiting]) {
			const { person, when } = foreign;
			if (!('after' in when) || recipientOf(person) !== form.get('recipient')) continue;
			this.waiting.splice(this.waiting.indexOf(foreign), 1);
			this.time.after(when.after, () => this.sendForeign(person));
		}
	}

	/** Somebody else sent the message for a person, so many ms ago; with no others, just now. */
	sendForeign(person: number, ago = 0): void {
		const { store } = this.service;
		const createdAt = store.clock.now() - ago;
		const campaign = { status: 'SENT', createTs: createdAt };
		const { id: campaignId } = store.campaigns.add(campaign);
		const row = { campaignId, to: recipientOf(person), text: textOf(person), createdAt };
		const { id } = store.addMessage(row);
		// What is old shows already.
		if (ago > 60_000) store.messages.show(id);
		this.foreign.push(id);
	}
}
