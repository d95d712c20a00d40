/**
 * Blocks are counted only in code that was compiled since counting began.
 * @compiles-anew
 */
import { Session, type Profiler } from 'node:inspector/promises';
import { sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import fc from '../fc.mts';

import { draws } from '../draws.mts';

/** V8's own counts of how often each block of the nodes' code ran; what is native is judged by its expressions. */
const session = new Session();

const countsOf = ({ url, functions }: Profiler.ScriptCoverage): number[] =>
	url.includes(`${sep}nodes${sep}`) && !url.includes('node_modules')
		? functions.flatMap(({ ranges }) => ranges.map(({ count }) => count))
		: [];

async function steps(work: () => unknown): Promise<number> {
	await session.post('Profiler.takePreciseCoverage');
	try {
		work();
	} catch {
		// A refusal, too, has its steps.
	}
	const { result } = await session.post('Profiler.takePreciseCoverage');
	return result.flatMap(countsOf).reduce((sum, count) => sum + count, 0);
}

type Judge = (text: string) => unknown;
const judges: Record<string, Judge> = {};

beforeAll(async () => {
	// Optimized code leaves calls out of the counts.
	setFlagsFromString('--no-opt');
	setFlagsFromString('--no-maglev');
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	const { filledText } = await import('../../nodes/Message/sms/filledText');
	const { recipient } = await import('../../nodes/Message/sms/recipient');
	const { segments } = await import('../../nodes/Message/sms/segments');
	const { fullLink } = await import('../../nodes/Link/link/create');
	const { checkedText, openEnvelope } = await import('../../nodes/shared/api/response');
	const { describe: described } = await import('../../nodes/shared/api/describe');
	Object.assign(judges, {
		filledText,
		recipient: (text: string) => recipient(text, {}),
		segments,
		fullLink,
		answer: (text: string) => {
			try {
				openEnvelope('Link/Get', checkedText('Link/Get', text));
			} catch (fault) {
				described(fault);
			}
		},
	} satisfies Record<string, Judge>);
});
afterAll(() => {
	session.disconnect();
	setFlagsFromString('--opt');
});

const PARTS = [
	...['{{', '}}', '{', '}', '$', ' ', '\u200b', '\t', 'a', 'ж', '😀', '1', '77011234567', '+'],
	...['(', '-', '.', '/', '@', ':', '?', 'http://', '\\"', '\\', '"', '[', ']', ',', '1e5', '[{'],
	...['"a":', '{"a":[', '00', 'tel:', '[object Object]', 'Invalid DateTime'],
];
const BEGINNINGS = ['', '{{', '+', 'http://', '{"code":0,"data":', '{"code":1,"message":"', '{"a'];

const part = fc.constantFrom(...PARTS);
const written = fc.record({
	beginning: fc.constantFrom(...BEGINNINGS),
	repeated: fc.array(part, { minLength: 1, maxLength: 3 }),
	end: part,
	size: fc.constantFrom(40, 400, 3000),
});

/** What a call takes whatever the text, and what stands at its ends. */
const BESIDES = 300;

/** In a unit with one quote each second one stands inside a text, where there is less to do: only full turns compare. */
const FULL_TURNS = 12;

/** Twice the text takes at most about twice the steps. */
async function expectProportion(judge: Judge, textOf: (times: number) => string, times: number) {
	const once = await steps(() => judge(textOf(times)));
	const twice = await steps(() => judge(textOf(2 * times)));
	expect(twice).toBeLessThan(2.3 * once + BESIDES);
}

test.each(['filledText', 'recipient', 'segments', 'fullLink', 'answer'])(
	'%s takes steps in proportion to the text, whatever it is',
	async (name) => {
		await fc.assert(
			fc.asyncProperty(written, async ({ beginning, repeated, end, size }) => {
				const unit = repeated.join('');
				const textOf = (times: number) => `${beginning}${unit.repeat(times)}${end}`;
				const times = FULL_TURNS * Math.ceil(size / unit.length / FULL_TURNS);
				await expectProportion(judges[name], textOf, times);
			}),
			{ numRuns: draws(300) },
		);
	},
	600_000,
);

test.each([
	['filledText', (times: number) => '{{$$$'.repeat(times), 1500],
	['fullLink', (times: number) => `${' '.repeat(times)}x`, 4000],
	['answer', (times: number) => `{"code":1234567890123456789012,"a":"${'\\"'.repeat(times)}`, 8000],
	['answer', (times: number) => `{"code":0,"data":${'7'.repeat(times)}`, 8000],
])('so with what froze n8n: %s', async (name, textOf, times) => {
	expect(await steps(() => judges[name](textOf(times)))).toBeGreaterThan(0);
	await expectProportion(judges[name], textOf, times);
});
