import type { IDataObject, IExecuteContextData, INodeParameters, INodeType } from 'n8n-workflow';

import { ownClock, passes } from './clock.mts';
import * as n8nWorkflow from 'n8n-workflow';
import { resultOf, type NodeResult, type NodeRun } from '../../engine/lib/engine.mts';
import { CONTINUE, fromItem, harness, range } from '../../engine/lib/harness.mts';
import type { CallRecord, FaultKind, ServiceOptions } from '../../service/index.mts';
import { gate } from '../../until.mts';
import { startDeduplicator } from './deduplicator.mts';
import { loadAfresh } from './model/freshPackage.mts';
import { LIST, SEND, to } from './people.mts';

export { CONTINUE, range, resultOf };
export * from './people.mts';

/** How n8n runs the node. */
export type More = Partial<Omit<NodeRun, 'type' | 'parameters'>> & {
	additionalFields?: INodeParameters;
};

/** What n8n keeps of an execution in its database, and gives to the one that retries it. */
export const keptOf = ({ run }: NodeResult): IExecuteContextData | undefined =>
	structuredClone(run.data.executionData?.contextData);

/** When an execution began, which n8n tells its retries. */
export const beganOf = ({ run }: NodeResult): number | undefined =>
	run.data.executionData?.runtimeData?.establishedAt;

/** The node as a new process of n8n has it. */
export function startProcess(): INodeType {
	const started = performance.now();
	const { Message } = loadAfresh('nodes/Message/Message.node.js', {
		Date,
		performance: { now: () => performance.now() - started },
		sleep: async (ms) => await n8nWorkflow.sleep(ms),
		random: () => Math.random(),
		timeout: (ms) => AbortSignal.timeout(ms),
	});
	return new (Message as new () => INodeType)();
}

/**
 * The engine, a local service and n8n's store of keys, for the tests of sending. The clock moves only with pauses and
 * with `passes`.
 */
export function sendingByOwnClock(options: ServiceOptions = {}) {
	ownClock();
	const h = harness({ now: () => Date.now(), ...options });
	let store: Awaited<ReturnType<typeof startDeduplicator>>;
	beforeAll(async () => {
		store = await startDeduplicator();
	});
	let process: INodeType;
	const restart = () => void (process = startProcess());
	beforeEach(() => {
		store.lists.clear();
		restart();
	});

	const node = (items: IDataObject[], sendOptions: INodeParameters, more: More): NodeRun => {
		const { additionalFields = {}, ...rest } = more;
		return h.node(
			'message',
			'message.send',
			{ recipient: fromItem('to'), text: fromItem('text'), additionalFields, options: sendOptions },
			{ items, process, ...rest },
		);
	};
	const start = (items: IDataObject[], sendOptions: INodeParameters = {}, more: More = {}) =>
		h.engine.start(node(items, sendOptions, more));
	const send = async (
		items: IDataObject[],
		sendOptions: INodeParameters = {},
		more: More = {},
	): Promise<NodeResult> => resultOf(await start(items, sendOptions, more));
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
		credential: h.credential,
		/** An accepted message, which shows this process how the times of the list run; of its call nothing is left. */
		acquaint: async () => {
			resultOf(await start([{ to: to(99), text: 'First' }]));
			passes(2000);
			h.service.calls.splice(0);
		},
		/** A new process of n8n, which knows nothing of what went before. */
		restart,
		/** `cancel()` of what it returns is n8n's own cancellation. */
		start,
		send,
		/** Somebody clicks Retry of an execution that failed. */
		retry: async (
			failed: NodeResult,
			items: IDataObject[],
			more: More = {},
			sendOptions: INodeParameters = {},
		) => {
			const kept = { began: beganOf(failed), context: keptOf(failed) };
			return await send(items, sendOptions, { mode: 'retry', ...kept, ...CONTINUE, ...more });
		},
		callsOf,
		/** Whether a call sends to a recipient. */
		isTo,
		/** What meets look-ups from now on. */
		strikeList: (kind: FaultKind, times = Infinity) =>
			h.service.faults.add({ method: LIST, times, kind }),
		/** The next call of a method waits, before or after it is carried out. @returns what lets it go on */
		hold: (method: string, at: 'before' | 'after' = 'before') => {
			const { held, open } = gate();
			h.service.faults.add({ method, kind: { delay: held, at } });
			return open;
		},
		/** Something happens at each send call. */
		atEach: (happens: (call: CallRecord) => void) => {
			const when = (call: CallRecord) => {
				happens(call);
				return false;
			};
			h.service.faults.add({ method: SEND, when, kind: { delay: 0 } });
		},
		/** Recipients of all send calls, in order of arrival. */
		called: () => callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody).get('recipient')),
		/** Recipients of the messages that the service took, in order. */
		taken: () =>
			[...h.service.store.messages.all()]
				.map((message) => message.to)
				.filter((each) => each !== to(99)),
		/** What meets the calls for a recipient from now on. */
		strike: (recipient: string, kind: FaultKind, times = 1) =>
			h.service.faults.add({ method: SEND, when: isTo(recipient), times, kind }),
	};
}

export type Sending = ReturnType<typeof sendingByOwnClock>;
