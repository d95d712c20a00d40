import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../engine/lib/engine.mts';
import { KEYS } from '../engine/lib/harness.mts';
import { passes } from './lib/clock.mts';
import { wordOf } from './lib/scene.mts';
import { CONTINUE, LOST, person, REFUSED, sendingByOwnClock } from './lib/sending.mts';
import { to, UNHEARD, type More } from './lib/sending.mts';
import { asTool } from './lib/tool.mts';

const s = sendingByOwnClock();
const call = (n = 0) => person(n);
const NOT_KNOWN = expect.stringMatching(/It is not known whether/);
type By = Parameters<typeof asTool>[2];

const toolOf = (more: More = {}, options: INodeParameters = {}, by?: By) =>
	asTool(s.engine, s.node([], options, more), by);
const TRIES = { retryOnFail: { maxTries: 3 } };

const heardOf = (heard: string) => JSON.parse(heard)[0];
/** What the agent hears of its calls for these people, one after the other: `sent` or `found`, or the error. */
async function hears(tool: ReturnType<typeof toolOf>, ...calls: number[]): Promise<string[]> {
	const words: string[] = [];
	for (const n of calls) {
		const heard = await tool(call(n));
		words.push(heard.startsWith('[') ? wordOf({ json: heardOf(heard) }) : heard);
	}
	return words;
}

test('a call whose campaign name and time are other ones at each try sends one message', async () => {
	s.strike(to(0), UNHEARD, Infinity);
	s.strikeList({ code: 9 });
	const campaignName = '={{ $now.toMillis() }}';
	const deferredToTs = '={{ $now.plus({ hours: 2 }).toISO() }}';
	const tool = toolOf({ ...TRIES, additionalFields: { campaignName, deferredToTs } });
	expect(await hears(tool, 0)).toEqual([NOT_KNOWN]);
	expect(s.called()).toEqual([to(0)]);
});

test('a refused call is tried again, and an equal one after it is a new message', async () => {
	s.strike(to(0), REFUSED, 2);
	expect(await hears(toolOf(TRIES), 0, 0)).toEqual(['sent', 'sent']);
	expect(s.called()).toEqual([0, 0, 0, 0].map(to));
});

test('an equal call after one whose outcome is unknown is not sent', async () => {
	s.strike(to(0), LOST);
	expect(await hears(toolOf(), 0, 0)).toEqual(['unknown', 'unknown']);
	expect(s.called()).toEqual([to(0)]);
});

describe.each(['mcp', 'agents'] as const)('outside of any execution: %s', (by) => {
	test('each call is an execution of its own', async () => {
		const tool = toolOf(TRIES, { maxMessages: 1 }, by);
		expect(await hears(tool, 0, 1, 0)).toEqual(['sent', 'sent', 'sent']);
	});

	test('an equal call after one whose outcome is unknown is its next try, and the model reads what to do', async () => {
		await s.acquaint();
		s.strike(to(0), UNHEARD);
		s.strikeList({ code: 9 }, 10);
		const advice = /It is not known whether[^]*Details: [^]*Look for/;
		const tool = toolOf({}, {}, by);
		expect(await hears(tool, 0)).toEqual([expect.stringMatching(advice)]);
		// A laptop woke up with the old time, and is told the new one.
		jest.setSystemTime(Date.now() + 8 * 3_600_000);
		expect(await hears(tool, 0, 0, 0)).toEqual([NOT_KNOWN, 'found', 'sent']);
		expect(s.called()).toEqual([0, 0].map(to));
	});

	test('an equal call for another account, or an hour later, is no next try', async () => {
		s.strike(to(0), LOST);
		const one = toolOf({}, {}, by);
		const other = toolOf({ credential: s.credential({ apiKey: KEYS[0] }) }, {}, by);
		expect(await hears(one, 0)).toEqual([NOT_KNOWN]);
		expect(await hears(other, 0)).toEqual(['sent']);
		passes(3_700_000);
		expect(await hears(one, 0)).toEqual(['sent']);
	});
});

test('of equal calls at the same time, the next try of one that is unknown does not go on with one that was refused', async () => {
	await s.acquaint();
	for (const kind of [REFUSED, UNHEARD, REFUSED]) s.strike(to(0), kind);
	s.strikeList({ code: 9 }, 5);
	const tool = toolOf({ retryOnFail: { maxTries: 2 } });
	const answers = await Promise.all([0, 0].map(async (n) => await tool(call(n))));
	expect([s.called().length, s.taken()]).toEqual([3, [to(0)]]);
	expect(answers.filter((answer) => answer.includes('"recovered":true'))).toHaveLength(1);
});

test.each([{}, CONTINUE])('a refusal reaches the agent with what to do: %j', async (onError) => {
	s.strike(to(0), REFUSED, Infinity);
	const tool = toolOf(onError);
	expect(heardOf(await tool(call())).details).toMatchObject({ outcome: 'refused', code: 15 });
});

test('Max Messages counts the calls of the agent together', async () => {
	const tool = toolOf({}, { maxMessages: 2 });
	const refusal = /after 2 earlier in this execution, but Max Messages allows 2/;
	expect(await hears(tool, 0, 1)).toEqual(['sent', 'sent']);
	expect(await tool(call(2))).toMatch(refusal);
});

test('a call that is tried again is known although Allowed Hours have moved its time', async () => {
	s.strike(to(0), LOST);
	// The clock stands at 07:00 in UTC, and moves while the first try looks the message up.
	const hours = { allowedHours: { values: { from: '07:30', to: '11:00', timezone: 'UTC' } } };
	const tool = toolOf({}, hours);
	expect(await tool(call())).toEqual(NOT_KNOWN);
	passes(10 * 60_000);
	expect(await tool(call())).toEqual(NOT_KNOWN);
	expect(s.called()).toEqual([to(0)]);
});

test('two retries of an execution that was killed, at once: each call has a message of its own', async () => {
	const began = Date.now();
	await toolOf({ began })(call());
	s.restart();
	passes(100_000);
	const agents = ['first', 'second'].map((executionId) =>
		toolOf({ mode: 'retry', began, executionId }),
	);
	const ids: number[][] = [[], []];
	for (let n = 0; n < 3; n++)
		for (const [nth, tool] of agents.entries())
			ids[nth].push(heardOf(await tool(call())).messageId);
	expect(ids.map((each) => new Set(each).size)).toEqual([3, 3]);
	expect(s.taken()).toHaveLength(3);
});

test('a retry whose agent makes its calls at once: no message twice', async () => {
	const began = Date.now();
	const first = toolOf({ began });
	for (const n of [0, 1]) await first(call(n));
	s.restart();
	passes(20_000);
	const tool = toolOf({ mode: 'retry', began });
	const heard = await Promise.all([0, 1, 1, 2].map(async (n) => await tool(call(n))));
	const words = heard.map((each) => wordOf({ json: heardOf(each) }));
	expect(words).toEqual(['found', 'found', 'sent', 'sent']);
	expect(s.taken()).toEqual([0, 1, 1, 2].map(to));
});

test.each<[how: string, before: number[], refused: number[], calls: number[], words: string[]]>([
	['is found, before anything is sent', [0], [], [0, 0], ['found', 'sent']],
	['before the call that was refused is found also behind it', [1], [0], [0, 1], ['sent', 'found']],
])('a retry runs the agent anew: what it sent %s', async (_, before, refused, calls, words) => {
	const [began, context] = [Date.now(), {}];
	const first = toolOf({ began, context });
	for (const n of refused) s.strike(to(n), REFUSED);
	for (const n of [...before, ...refused]) await first(call(n));
	passes(100_000);
	const kept = structuredClone(context);
	const tool = toolOf({ mode: 'retry', began, context: kept });
	expect(await hears(tool, ...calls)).toEqual(words);
	expect(s.taken()).toHaveLength(2);
});

test.each([
	['in the same process', () => undefined],
	['after a restart', s.restart],
])('a retry of a retry sends and counts nothing again, %s', async (_, happens) => {
	const began = Date.now();
	let context = {};
	await toolOf({ began, context }, { maxMessages: 2 })(call());
	const words: string[][] = [];
	for (let n = 0; n < 3; n++) {
		passes(100_000);
		happens();
		context = structuredClone(context);
		const tool = toolOf({ mode: 'retry', began, context }, { maxMessages: 2 });
		words.push(await hears(tool, 0, 1));
	}
	const later = ['found', 'found'];
	expect(words).toEqual([['found', 'sent'], later, later]);
	expect(s.taken()).toEqual([0, 1].map(to));
});

describe('a newer agent, which leaves its calls to the engine', () => {
	const answers = async (calls: IDataObject[], more: Partial<NodeRun> = {}) => {
		const node = s.node([], {}, { ...more, rewireOutputLogTo: 'ai_tool' });
		node.parameters.text = '={{ $json.text || $now.toMillis() }}';
		const rounds = calls.map((each) => [{ ...call(), ...each }]);
		const run = await s.engine.start(node, rounds);
		return run.data.resultData.runData.Node.map(({ data }) => data?.ai_tool[0]?.[0].json);
	};
	const [hi, another] = [{ text: 'Hi' }, { text: 'Another' }];

	test('an equal call after one whose outcome is unknown is not sent, and the model reads what to do', async () => {
		s.strike(to(0), LOST);
		const error = expect.stringMatching(/^It is not known whether[^]*Details: [^]*Look for it/);
		const accepted = expect.objectContaining({ outcome: 'accepted' });
		expect(await answers([hi, hi, another])).toEqual([{ error }, { error }, accepted]);
		expect(s.called()).toEqual([to(0), to(0)]);
	});

	test('an equal call after one that ended well is a new message', async () => {
		await answers([hi, hi], TRIES);
		expect(s.taken()).toEqual([to(0), to(0)]);
	});

	test.each<[string, Partial<NodeRun>]>([
		['with the error output', { onError: 'continueErrorOutput' }],
		['in a workflow of the old execution order', { executionOrder: 'v0' }],
	])('%s, where n8n shows an agent nothing, nothing is sent', async (_, more) => {
		const error = expect.stringMatching(/nothing was done[^]*Details: [^]*On Error to Continue/);
		expect(await answers([hi], more)).toEqual([{ error }]);
		expect(s.called()).toEqual([]);
	});

	test('a call that a person approved, which n8n makes once for each item of the agent, is one message', async () => {
		const calls = ['a', 'a', 'b', 'a'].map((toolCallId) => ({ toolCallId }));
		const context = {};
		const [first, second, other, last] = await answers(calls, { context });
		expect([second, last]).toEqual([first, first]);
		expect(other).not.toEqual(first);
		// In a loop the agent runs anew, and its model may number its calls anew.
		const [later] = await answers(calls.slice(0, 1), { context, earlierRuns: 1 });
		expect(later).not.toEqual(first);
		expect(s.taken()).toHaveLength(3);
	});

	test('all tries of a call are one, whatever its text', async () => {
		s.strike(to(0), LOST);
		await answers([{ text: '' }], TRIES);
		expect(s.called()).toEqual([to(0)]);
	});
});
