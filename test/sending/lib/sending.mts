import type { IDataObject, IExecuteContextData, INodeParameters } from 'n8n-workflow';

import { resultOf, type NodeResult, type NodeRun } from '../../engine/lib/engine.mts';
import { fromItem, harness } from '../../engine/lib/harness.mts';
import type { FaultKind, ServiceOptions } from '../../service/index.mts';
import { startDeduplicator } from './deduplicator.mts';

export const SEND = 'Message/SendSmsMessage';
export const LIST = 'Message/List';
export const REPORTS = 'Message/GetSMSStatus';

export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Recipient n. Its ending is none of those that fail to be delivered. */
export const to = (n: number): string => String(77011231000 + n);

/** Items for recipients 0, 1, 2 ..., each with a text and perhaps more fields. */
export const people = (count: number, more: (n: number) => IDataObject = () => ({})) =>
	range(count).map((n): IDataObject => ({ to: to(n), text: `Hello ${n}`, ...more(n) }));

type More = Partial<Omit<NodeRun, 'type' | 'parameters'>> & { additionalFields?: INodeParameters };

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
		/** Recipients of all send calls, in order of arrival. */
		called: () => callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody).get('recipient')),
		/** Recipients of the messages that the service took, in order. */
		taken: () => [...h.service.store.messages.all()].map((message) => message.to),
		/** What meets the calls for a recipient from now on. */
		strike: (recipient: string, kind: FaultKind, times = 1) =>
			h.service.faults.add({
				method: SEND,
				when: ({ rawBody }) => rawBody.includes(`recipient=${recipient}`),
				times,
				kind,
			}),
	};
}
