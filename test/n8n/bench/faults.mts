import type { Arena } from './lib/contest.mts';
import { OWN } from './lib/contest.mts';
import { httpRequest } from './lib/httpRequest.mts';
import type { NodeSpec } from './lib/n8n.mts';
import type { Call } from './lib/remote.mts';
import { recipients, TEXT } from './cases/sends.mts';

export interface FaultOutcome {
	name: string;
	messages: number;
	/** Recipients who got the message, and those who got it more than once. */
	sent: number;
	sentTwice: number;
	/** Messages paid for without need. */
	surplus: number;
	calls: number;
	/** What the execution said in the end. */
	error: string;
}

const METHOD = 'Message/SendSmsMessage';
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
/** Answers lost after the message was accepted, one after so many calls. */
const LOST_AFTER = [20, 60, 100, 140];

/**
 * The same messages with Retry On Fail (3 tries): some answers are lost after the service accepted the
 * message, and the last recipient is refused for good.
 */
export async function compareFaults(
	{ remote, n8n, sizes }: Arena,
	refuse: (recipient: string) => Promise<void>,
): Promise<FaultOutcome[]> {
	const items = recipients(sizes.faultySends);
	const run = async (name: string, node: NodeSpec): Promise<FaultOutcome> => {
		await remote.reset();
		await refuse(items[items.length - 1].to);
		for (const after of LOST_AFTER) {
			await remote.post('faults', { method: METHOD, after, times: 1, kind: { drop: 'after' } });
		}
		const { data } = await n8n.run([{ ...node, ...RETRY }], items);
		const calls = (await remote.calls()).filter(({ method }) => method === METHOD);
		const error = data.resultData.error?.message ?? 'none';
		return { name, messages: items.length, ...countOf(calls), calls: calls.length, error };
	};
	const parameters = {
		resource: 'message',
		operation: 'send',
		recipient: '={{ $json.to }}',
		text: TEXT,
	};
	return [
		await run('This node', { type: `${OWN}.message`, parameters }),
		await run(
			'HTTP Request',
			httpRequest(remote.url, METHOD, { recipient: '={{ $json.to }}', text: TEXT }),
		),
	];
}

/** The service's own record is the judge. */
function countOf(calls: Call[]) {
	const times = new Map<string, number>();
	for (const { params, accepted } of calls) {
		const to = String(params.recipient);
		if (accepted?.length) times.set(to, (times.get(to) ?? 0) + 1);
	}
	const counts = [...times.values()];
	return {
		sent: counts.length,
		sentTwice: counts.filter((count) => count > 1).length,
		surplus: counts.reduce((sum, count) => sum + count - 1, 0),
	};
}
