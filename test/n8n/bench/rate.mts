import { resultOf, runOwn, type Arena, type Result } from './lib/contest.mts';
import { batches, httpRequest } from './lib/httpRequest.mts';
import { recipients, TEXT } from './cases/sends.mts';

/** What the service allows, in calls a second. */
const ALLOWED = 50;
/** What a user sets by hand: a little under it, or half of it, so that two batches may meet in a second. */
const BY_HAND = [45, 25];

export interface RateOutcome {
	name: string;
	/** Messages to send. */
	messages: number;
	accepted: number;
	/** Items without a message sent. */
	lost: number;
	/** Calls refused with code 30 on the way. */
	refused: number;
	seconds: number;
	/** Accepted a second, as a share of what the service allows. */
	share: number;
}

/** Sends against a service that allows a number of calls a second and refuses the rest. */
export async function measureRate({ remote, n8n, sizes }: Arena): Promise<RateOutcome[]> {
	const items = recipients(sizes.limitedSends);
	const send = (options = {}) =>
		httpRequest(
			remote.url,
			'Message/SendSmsMessage',
			{ recipient: '={{ $json.to }}', text: TEXT },
			options,
		);
	const run = async (name: string, job: () => Promise<Result>): Promise<RateOutcome> => {
		await remote.reset();
		await remote.post('settings', {
			rateLimit: { perSecond: ALLOWED, methods: ['Message/SendSmsMessage'] },
		});
		const started = performance.now();
		await job();
		const seconds = (performance.now() - started) / 1000;
		const calls = await remote.calls();
		const accepted = calls.filter((call) => call.accepted?.length).length;
		return {
			name,
			messages: items.length,
			accepted,
			lost: items.length - accepted,
			refused: calls.filter(({ code }) => code === 30).length,
			seconds,
			share: accepted / seconds / ALLOWED,
		};
	};
	return [
		await run('This node', async () => {
			const parameters = { recipient: '={{ $json.to }}', text: TEXT };
			return await runOwn(n8n, 'message', 'message.send', parameters, items);
		}),
		await run('HTTP Request', async () => resultOf(await n8n.run([send()], items))),
		...(await inTurn(BY_HAND, async (size) => {
			const job = async () => resultOf(await n8n.run([send(batches(size, 1000))], items));
			return await run(`HTTP Request, ${size} calls, then a pause of 1 s`, job);
		})),
	];
}

async function inTurn<A, B>(list: A[], work: (element: A) => Promise<B>): Promise<B[]> {
	const results: B[] = [];
	for (const element of list) results.push(await work(element));
	return results;
}
