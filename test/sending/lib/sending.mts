import type { IDataObject, IExecuteContextData, INodeParameters } from 'n8n-workflow';

import { ownClock } from './clock.mts';
import { resultOf, type NodeResult, type NodeRun } from '../../engine/lib/engine.mts';
import { CONTINUE, fromItem, harness, range } from '../../engine/lib/harness.mts';
import type { CallRecord, FaultKind, ServiceOptions } from '../../service/index.mts';
import { startDeduplicator } from './deduplicator.mts';
import { LIST, SEND } from './people.mts';

export { CONTINUE, range, resultOf };
export * from './people.mts';

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
