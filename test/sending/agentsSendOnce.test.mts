import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultKind } from '../service/index.mts';
import type { NodeRun } from '../engine/lib/engine.mts';
import { KEYS } from '../engine/lib/harness.mts';
import { passes } from './lib/clock.mts';
import { wordOf } from './lib/scene.mts';
import { CONTINUE, LOST, REFUSED, sendingByOwnClock, to, UNHEARD } from './lib/sending.mts';
import { asTool } from './lib/tool.mts';

const s = sendingByOwnClock();
const call = (n = 0) => ({ to: to(n), text: `Hello ${n}` });
const NOT_KNOWN = /It is not known whether/;

type Tool = ReturnType<typeof asTool>;
const heardOf = (heard: string) => JSON.parse(heard)[0];
/** What the agent hears of its calls for these people, one after the other. */
async function wordsOf(tool: Tool, ...calls: number[]): Promise<string[]> {
	const words: string[] = [];
	for (const n of calls) words.push(wordOf({ json: heardOf(await tool(call(n))) }));
	return words;
}

interface Talk {
	faults?: Array<[kind: FaultKind, times?: number]>;
	/** How often the service's list cannot be read. */
	unreadable?: number;
	/** Retry On Fail; 0: none. */
	tries?: number;
	additionalFields?: INodeParameters;
	by?: Parameters<typeof asTool>[2];
	maxMessages?: number;
	/** To whom the agent sends, and to whom calls of the service go out. */
	calls: number[];
	called: number[];
	/** What the agent hears of each call: `sent` or `found`, or the error. */
	hears: Array<string | RegExp>;
}

const talk = async ({ calls, tries = 3, by, maxMessages = 0, ...given }: Talk) => {
	await s.acquaint();
	for (const [kind, times] of given.faults ?? []) s.strike(to(0), kind, times);
	if (given.unreadable) s.strikeList({ code: 9 }, given.unreadable);
	const { additionalFields } = given;
	const more = { ...(tries && { retryOnFail: { maxTries: tries } }), additionalFields };
	const tool = asTool(s.engine, s.node([], { maxMessages }, more), by);
	const hears: string[] = [];
	for (const n of calls) hears.push(await tool(call(n)));
	expect(s.called()).toEqual(given.called.map(to));
	for (const [n, expected] of given.hears.entries()) {
		if (expected instanceof RegExp) expect(hears[n]).toMatch(expected);
		else expect(wordOf({ json: heardOf(hears[n]) })).toBe(expected);
	}
};

const TALKS: Record<string, Talk> = {
	'a call whose campaign name and time are other ones at each try sends one message': {
		faults: [[UNHEARD, Infinity]],
		unreadable: Infinity,
		additionalFields: {
			campaignName: '={{ $now.toMillis() }}',
			deferredToTs: '={{ $now.plus({ hours: 2 }).toISO() }}',
		},
		calls: [0],
		called: [0],
		hears: [NOT_KNOWN],
	},
	'a refused call is tried again': {
		faults: [[REFUSED, 2]],
		calls: [0],
		called: [0, 0, 0],
		hears: ['sent'],
	},
	'an equal call after one that ended well is a new message': {
		calls: [0, 0],
		called: [0, 0],
		hears: ['sent', 'sent'],
	},
	'an equal call after one whose outcome is unknown is not sent': {
		faults: [[LOST]],
		tries: 1,
		calls: [0, 0],
		called: [0],
		hears: [NOT_KNOWN, NOT_KNOWN],
	},
	'an MCP client: a lost answer is found by the next try of the same call': {
		by: 'mcp',
		faults: [[UNHEARD]],
		unreadable: 5,
		calls: [0],
		called: [0],
		hears: ['found'],
	},
};

test.each(Object.entries(TALKS))('%s', async (_promise, given) => await talk(given));

describe.each(['mcp', 'agents'] as const)('outside of any execution: %s', (by) => {
	test('each call is an execution of its own', async () => {
		const calls = [0, 1, 0];
		await talk({ by, maxMessages: 1, calls, called: calls, hears: ['sent', 'sent', 'sent'] });
	});

	test('an equal call after one whose outcome is unknown is its next try, and the model reads what to do', async () => {
		const hears = [/It is not known whether[^]*Details: [^]*Look for/, NOT_KNOWN, 'found', 'sent'];
		const faults: Talk['faults'] = [[UNHEARD]];
		const calls = [0, 0, 0, 0];
		await talk({ by, faults, unreadable: 10, tries: 0, calls, called: [0, 0], hears });
	});

	test('a refused call is tried again', async () => {
		const hears = [/code 15/, 'sent'];
		await talk({ by, faults: [[REFUSED]], tries: 0, calls: [0, 0], called: [0, 0], hears });
	});

	test('an equal call for another account, or an hour later, is no next try', async () => {
		s.strike(to(0), LOST);
		const [one, other] = [{}, { credential: s.credential({ apiKey: KEYS[0] }) }].map((more) =>
			asTool(s.engine, s.node([], {}, more), by),
		);
		expect(await one(call())).toMatch(NOT_KNOWN);
		expect(await wordsOf(other, 0)).toEqual(['sent']);
		passes(3_700_000);
		expect(await wordsOf(one, 0)).toEqual(['sent']);
	});
});

test.each([
	['all are answered', 0],
	['one answer is lost, and the list unreadable in its first try', 1],
])(
	'equal calls at the same time are several messages, each with its own ID: %s',
	async (_, lost) => {
		if (lost > 0) s.strike(to(0), UNHEARD, lost);
		if (lost > 0) s.strikeList({ code: 9 }, 5);
		s.service.faults.delay = 60;
		const tool = asTool(s.engine, s.node([], {}, { retryOnFail: { maxTries: 3 } }));
		const answers = await Promise.all([0, 0, 1].map(async (n) => await tool(call(n))));
		expect([...s.taken()].sort()).toEqual([0, 0, 1].map(to));
		const ids = answers.map((answer) => heardOf(answer).messageId);
		expect([...ids].sort()).toEqual(
			[...s.service.store.messages.all()].map(({ id }) => Number(id)),
		);
	},
);

test('of equal calls at the same time, the next try of one that is unknown does not go on with one that was refused', async () => {
	await s.acquaint();
	for (const kind of [REFUSED, UNHEARD, REFUSED]) s.strike(to(0), kind);
	s.strikeList({ code: 9 }, 5);
	const tool = asTool(s.engine, s.node([], {}, { retryOnFail: { maxTries: 2 } }));
	const answers = await Promise.all([0, 0].map(async (n) => await tool(call(n))));
	expect([s.called().length, s.taken()]).toEqual([3, [to(0)]]);
	expect(answers.filter((answer) => answer.includes('"recovered":true'))).toHaveLength(1);
});

test.each([{}, CONTINUE])('a refusal reaches the agent with what to do: %j', async (onError) => {
	s.strike(to(0), REFUSED, Infinity);
	const tool = asTool(s.engine, s.node([], {}, onError));
	expect(heardOf(await tool(call())).details).toMatchObject({ outcome: 'refused', code: 15 });
});

test('Max Messages counts the calls of the agent together', async () => {
	const tool = asTool(s.engine, s.node([], { maxMessages: 2 }, {}));
	expect(await wordsOf(tool, 0, 1)).toEqual(['sent', 'sent']);
	expect(await tool(call(2))).toMatch(
		/after 2 earlier in this execution, but Max Messages allows 2/,
	);
});

test('a call that is tried again is known although Allowed Hours have moved its time', async () => {
	s.strike(to(0), LOST);
	// The clock stands at 07:00 in UTC, and moves while the first try looks the message up.
	const hours = { allowedHours: { values: { from: '07:30', to: '11:00', timezone: 'UTC' } } };
	const tool = asTool(s.engine, s.node([], hours, {}));
	expect(await tool(call())).toMatch(NOT_KNOWN);
	passes(10 * 60_000);
	expect(await tool(call())).toMatch(NOT_KNOWN);
	expect(s.called()).toEqual([to(0)]);
});

test('two retries of an execution that was killed, at once: each call has a message of its own', async () => {
	const began = Date.now();
	await asTool(s.engine, s.node([], {}, { began }))(call());
	s.restart();
	passes(100_000);
	const agents = ['first', 'second'].map((executionId) =>
		asTool(s.engine, s.node([], {}, { mode: 'retry', began, executionId })),
	);
	const ids: number[][] = [[], []];
	for (let n = 0; n < 3; n++)
		for (const [nth, tool] of agents.entries())
			ids[nth].push(heardOf(await tool(call())).messageId);
	expect(ids.map((each) => new Set(each).size)).toEqual([3, 3]);
	expect(s.taken()).toHaveLength(3);
});

test.each<[how: string, before: number[], refused: number[], calls: number[], words: string[]]>([
	['is found, before anything is sent', [0], [], [0, 0], ['found', 'sent']],
	['before the call that was refused is found also behind it', [1], [0], [0, 1], ['sent', 'found']],
])('a retry runs the agent anew: what it sent %s', async (_, before, refused, calls, words) => {
	const [began, context] = [Date.now(), {}];
	const first = asTool(s.engine, s.node([], {}, { began, context }));
	for (const n of refused) s.strike(to(n), REFUSED);
	for (const n of [...before, ...refused]) await first(call(n));
	passes(100_000);
	const kept = structuredClone(context);
	const tool = asTool(s.engine, s.node([], {}, { mode: 'retry', began, context: kept }));
	expect(await wordsOf(tool, ...calls)).toEqual(words);
	expect(s.taken()).toHaveLength(2);
});

test.each([
	['in the same process', () => undefined],
	['after a restart', s.restart],
])(
	'a retry of a retry runs the agent anew, too: nothing is sent or counted again, %s',
	async (_, happens) => {
		const began = Date.now();
		let context = {};
		await asTool(s.engine, s.node([], { maxMessages: 2 }, { began, context }))(call());
		const words: string[][] = [];
		for (let n = 0; n < 3; n++) {
			passes(100_000);
			happens();
			context = structuredClone(context);
			const node = s.node([], { maxMessages: 2 }, { mode: 'retry', began, context });
			const tool = asTool(s.engine, node);
			words.push(await wordsOf(tool, 0, 1));
		}
		const later = ['found', 'found'];
		expect(words).toEqual([['found', 'sent'], later, later]);
		expect(s.taken()).toEqual([0, 1].map(to));
	},
);

describe('a newer agent, which leaves its calls to the engine', () => {
	const hears = async (calls: IDataObject[], more: Partial<NodeRun>) => {
		const node = s.node([], {}, { ...more, rewireOutputLogTo: 'ai_tool' });
		node.parameters.text = '={{ $json.text || $now.toMillis() }}';
		const run = await s.engine.start(
			node,
			calls.map((each) => [each]),
		);
		return run.data.resultData.runData.Node.map(({ data }) => data?.ai_tool[0]?.[0].json);
	};
	const heard = async (tries: number, ...texts: string[]) =>
		await hears(
			texts.map((text) => ({ ...call(), text })),
			{ retryOnFail: { maxTries: tries } },
		);

	test('an equal call after one whose outcome is unknown is not sent, and the model reads what to do', async () => {
		s.strike(to(0), LOST);
		const [first, second, third] = await heard(1, 'Hi', 'Hi', 'Another');
		const unknown = {
			error: expect.stringMatching(/^It is not known whether[^]*Details: [^]*Look for it/),
		};
		expect([first, second]).toEqual([unknown, unknown]);
		expect(third).toMatchObject({ outcome: 'accepted' });
		expect(s.called()).toEqual([to(0), to(0)]);
	});

	test('an equal call after one that ended well is a new message', async () => {
		await heard(3, 'Hi', 'Hi');
		expect(s.taken()).toEqual([to(0), to(0)]);
	});

	test.each<[string, Partial<NodeRun>]>([
		['with the error output', { onError: 'continueErrorOutput' }],
		['in a workflow of the old execution order', { executionOrder: 'v0' }],
	])('%s, where n8n shows an agent nothing, nothing is sent', async (_, more) => {
		const error = expect.stringMatching(/nothing was done[^]*Details: [^]*On Error to Continue/);
		expect(await hears([call()], more)).toEqual([{ error }]);
		expect(s.called()).toEqual([]);
	});

	test('a call that a person approved, which n8n makes once for each item of the agent, is one message', async () => {
		const calls = ['a', 'a', 'b', 'a'].map((toolCallId) => ({ ...call(), toolCallId }));
		const context = {};
		const [first, second, other, last] = await hears(calls, { context });
		expect([second, last]).toEqual([first, first]);
		expect(other).not.toEqual(first);
		// In a loop the agent runs anew, and its model may number its calls anew.
		const [later] = await hears(calls.slice(0, 1), { context, earlierRuns: 1 });
		expect(later).not.toEqual(first);
		expect(s.taken()).toHaveLength(3);
	});

	test('all tries of a call are one, whatever its text', async () => {
		s.strike(to(0), LOST);
		await heard(3, '');
		expect(s.called()).toEqual([to(0)]);
	});
});
