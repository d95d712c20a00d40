import { inALoop } from './lib/inALoop.mts';
import { sending, to } from './lib/sending.mts';
import { asTool } from './support/tool.mts';

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 20) };
});

const s = sending();
const RETRY = { retryOnFail: { maxTries: 3 } };
const call = (n = 0) => ({ to: to(n), text: `Hello ${n}` });

test('one tool call with Retry On Fail: the answer is lost and the list unreadable, one message goes out', async () => {
	s.strike(to(0), { drop: 'after' }, Infinity);
	s.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	const tool = await asTool(s.engine, s.node([], {}, RETRY));
	expect(await tool(call())).toMatch(/It is not known whether/);
	expect(s.called()).toEqual([to(0)]);
}, 60_000);

test('a tool whose campaign name and time are other ones at each try sends one message', async () => {
	s.strike(to(0), { drop: 'after' }, Infinity);
	s.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	const deferredToTs = '={{ $now.plus({ hours: 2 }).toISO() }}';
	const additionalFields = { campaignName: '={{ $now.toMillis() }}', deferredToTs };
	const tool = await asTool(s.engine, s.node([], {}, { ...RETRY, additionalFields }));
	expect(await tool(call())).toMatch(/It is not known whether/);
	expect(s.called()).toEqual([to(0)]);
}, 60_000);

describe('the tool of a newer agent, which leaves its calls to the engine', () => {
	const rewireOutputLogTo = 'ai_tool' as const;
	const heard = async (more: Parameters<typeof s.node>[2], ...texts: string[]) => {
		const calls = texts.map((text) => [{ ...call(), text }]);
		const node = s.node([], {}, more);
		node.parameters.text = '={{ $json.text || $now.toMillis() }}';
		const run = await inALoop(s.engine, node, calls, { rewireOutputLogTo });
		return run.data.resultData.runData.Node.map(({ data }) => data?.ai_tool[0]?.[0].json);
	};

	test('an equal call after one whose outcome is unknown is not sent, and the model reads what to do', async () => {
		s.strike(to(0), { drop: 'before' });
		const answers = await heard({}, 'Hi', 'Hi', 'Another');
		const unknown = /^It is not known whether[^]*Details: [^]*Look for it/;
		expect(answers[0]).toEqual({ error: expect.stringMatching(unknown) });
		expect(answers[1]).toEqual({ error: expect.stringMatching(unknown) });
		expect(answers[2]).toMatchObject({ outcome: 'accepted' });
		expect(s.called()).toEqual([to(0), to(0)]);
	}, 60_000);

	test('an equal call after one that ended well is a new message', async () => {
		await heard(RETRY, 'Hi', 'Hi');
		expect(s.taken()).toEqual([to(0), to(0)]);
	});

	test('all tries of a call are one, whatever its text', async () => {
		s.strike(to(0), { drop: 'before' });
		await heard(RETRY, '');
		expect(s.called()).toEqual([to(0)]);
	}, 60_000);
});

test('a refused call is tried again', async () => {
	s.strike(to(0), { code: 15 }, 2);
	const tool = await asTool(s.engine, s.node([], {}, RETRY));
	expect(JSON.parse(await tool(call()))).toEqual([
		expect.objectContaining({ outcome: 'accepted' }),
	]);
	expect(s.called()).toHaveLength(3);
});

test('an equal call after one that ended well is a new message', async () => {
	const tool = await asTool(s.engine, s.node([], {}, RETRY));
	for (let n = 0; n < 2; n++) await tool(call());
	expect(s.taken()).toEqual([to(0), to(0)]);
});

test('an equal call after one whose outcome is unknown is not sent', async () => {
	s.strike(to(0), { drop: 'before' });
	const tool = await asTool(s.engine, s.node([], {}, {}));
	for (let n = 0; n < 2; n++) await tool(call());
	expect(s.called()).toEqual([to(0)]);
}, 60_000);

test('equal calls at the same time are two messages, each with its own id', async () => {
	s.service.faults.delay = 60;
	const tool = await asTool(s.engine, s.node([], {}, RETRY));
	const answers = await Promise.all([tool(call()), tool(call()), tool(call(1))]);
	expect([...s.taken()].sort()).toEqual([to(0), to(0), to(1)]);
	const ids = answers.map((answer) => JSON.parse(answer)[0].messageId);
	expect(new Set(ids).size).toBe(3);
});

test('equal calls at the same time, one answer lost: its next try finds its own message', async () => {
	s.strike(to(0), { drop: 'after' });
	// Unreadable in the first try.
	s.service.faults.add({ method: 'Message/List', times: 5, kind: { code: 9 } });
	const tool = await asTool(s.engine, s.node([], {}, RETRY));
	const answers = await Promise.all([tool(call()), tool(call()), tool(call())]);
	const ids = answers.map((answer) => JSON.parse(answer)[0].messageId);
	expect([...ids].sort()).toEqual([...s.service.store.messages.all()].map(({ id }) => Number(id)));
}, 60_000);

test('Continue: a refusal reaches the agent with what to do', async () => {
	s.strike(to(0), { code: 15 }, Infinity);
	const tool = await asTool(s.engine, s.node([], {}, { onError: 'continueRegularOutput' }));
	expect(JSON.parse(await tool(call()))).toEqual([
		expect.objectContaining({ details: expect.objectContaining({ outcome: 'refused', code: 15 }) }),
	]);
});

test('Max Messages counts the calls of the agent together', async () => {
	const tool = await asTool(s.engine, s.node([], { maxMessages: 2 }, {}));
	const answers = [await tool(call(0)), await tool(call(1)), await tool(call(2))];
	expect(s.called()).toEqual([to(0), to(1)]);
	expect(answers[2]).toMatch(/after 2 earlier in this execution, and Max Messages allows 2/);
});

test('below an MCP Server Trigger, without an execution, an equal call later is a new message', async () => {
	for (const n of [0, 1, 0]) {
		const tool = await asTool(s.engine, s.node([], {}, RETRY), { inExecution: false });
		expect(JSON.parse(await tool(call(n)))[0].recovered).toBeUndefined();
	}
	expect(s.taken()).toEqual([to(0), to(1), to(0)]);
});

test('below an MCP Server Trigger, a lost answer is found by the next try of the same call', async () => {
	s.strike(to(0), { drop: 'after' });
	s.service.faults.add({ method: 'Message/List', times: 5, kind: { code: 9 } });
	const tool = await asTool(s.engine, s.node([], {}, RETRY), { inExecution: false });
	expect(JSON.parse(await tool(call()))[0].recovered).toBe(true);
	expect(s.taken()).toEqual([to(0)]);
}, 60_000);
