import type { IDataObject, IExecuteContextData, INodeParameters } from 'n8n-workflow';

import { ownClock } from './clock.mts';
import { resultOf, type NodeResult, type NodeRun } from '../../engine/lib/engine.mts';
import { fromItem, harness } from '../../engine/lib/harness.mts';
import type { CallRecord, FaultKind, ServiceOptions } from '../../service/index.mts';
import { startDeduplicator } from './deduplicator.mts';

export { resultOf };

export const SEND = 'Message/SendSmsMessage';
export const LIST = 'Message/List';
export const REPORTS = 'Message/GetSMSStatus';

/** The service refuses: too little money. */
export const REFUSED: FaultKind = { code: 15 };
/** The answer is lost before the service did anything, or after. */
export const LOST: FaultKind = { drop: 'before' };
export const UNHEARD: FaultKind = { drop: 'after' };

export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Recipient n. Its ending is none of those that fail to be delivered. */
export const to = (n: number): string => String(77011231000 + n);

/** Items for recipients 0, 1, 2 ..., each with a text and perhaps more fields. */
export const people = (count: number, more: (n: number) => IDataObject = () => ({})) =>
	range(count).map((n): IDataObject => ({ to: to(n), text: `Hello ${n}`, ...more(n) }));

/** The item fails, and the others go on. */
export const CONTINUE = { onError: 'continueRegularOutput' as const };

/** How n8n runs the node. */
export type More = Partial<Omit<NodeRun, 'type' | 'parameters'>> & {
	additionalFields?: INodeParameters;
};

/** What n8n keeps of an execution in its database, and gives to the one that retries it. */
export const keptOf = ({ run }: NodeResult): IExecuteContextData | undefined =>
	structuredClone(run.data.executionData?.contextData);

/** The engine, a local service on the real clock, and n8n's store of keys, for the tests of sending. */
export function sending(options: ServiceOptions = {}) {
	const h = harness({ now: Date.now, ...options });
	let store: Awaited<ReturnType<typeof startDeduplicator>>;
	beforeAll(async () => {
		store = await startDeduplicator();
	});
	beforeEach(() => store.lists.clear());

	const node = (items: IDataObject[], sendOptions: INodeParameters, more: More): NodeRun => {
		const { additionalFields = {}, ...rest } = more;
		return h.node(
			'message',
			'message.send',
			{ recipient: fromItem('to'), text: fromItem('text'), additionalFields, options: sendOptions },
			{ items, ...rest },
		);
	};
	const start = (items: IDataObject[], sendOptions: INodeParameters = {}, more: More = {}) =>
		h.engine.start(node(items, sendOptions, more));
	const isTo =
		(recipient: string) =>
		({ rawBody }: CallRecord) =>
			rawBody.includes(`recipient=${recipient}`);
	const callsOf = (method: string) => h.service.calls.filter((call) => call.method === method);

	return {
		get engine() {
			return h.engine;
		},
		get service() {
			return h.service;
		},
		get store() {
			return store;
		},
		node,
		/** `cancel()` of what it returns is n8n's own cancellation. */
		start,
		send: async (items: IDataObject[], sendOptions: INodeParameters = {}, more: More = {}) =>
			resultOf(await start(items, sendOptions, more)),
		callsOf,
		/** Whether a call sends to a recipient. */
		isTo,
		/** What meets look-ups from now on. */
		strikeList: (kind: FaultKind, times = Infinity) =>
			h.service.faults.add({ method: LIST, times, kind }),
		/** Recipients of all send calls, in order of arrival. */
		called: () => callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody).get('recipient')),
		/** Recipients of the messages that the service took, in order. */
		taken: () => [...h.service.store.messages.all()].map((message) => message.to),
		/** What meets the calls for a recipient from now on. */
		strike: (recipient: string, kind: FaultKind, times = 1) =>
			h.service.faults.add({
				method: SEND,
				when: isTo(recipient),
				times,
				kind,
			}),
	};
}

/** The same, where the clock moves only with pauses and with `passes`. */
export function sendingByOwnClock(options: ServiceOptions = {}) {
	ownClock();
	return sending({ now: () => Date.now(), ...options });
}

export type Sending = ReturnType<typeof sending>;
