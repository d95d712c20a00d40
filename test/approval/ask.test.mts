import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownClock, passes } from '../sending/lib/clock.mts';
import type { FaultKind } from '../service/index.mts';
import { startDeduplicator } from '../sending/lib/deduplicator.mts';
import { SEND } from '../sending/lib/sending.mts';
import { asTool } from '../sending/lib/tool.mts';
import type { NodeResult, NodeRun } from '../engine/lib/engine.mts';
import { fromItem, harness } from '../engine/lib/harness.mts';
import { checkResumeAddress } from '../../nodes/Message/approval/address';
import { QUESTION } from './lib/question.mts';

// Nobody waits for the look-ups of an unknown outcome.
ownClock();
beforeAll(async () => {
	await startDeduplicator();
});
const h = harness({ now: () => Date.now() });

const TO = QUESTION.recipient;

const ask = async (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
	await h.run('message.sendAndWait', { ...QUESTION, ...parameters }, more);

const linkOf = () => [...h.service.store.links.all()].at(-1);
const textOf = () => [...h.service.store.messages.all()].at(-1)?.text;

const limited = (values: INodeParameters) => ({ options: { limitWaitTime: { values } } });
const NO_LIMIT = { options: { limitWaitTime: {} } };
const PAST = { limitType: 'atSpecifiedTime', maxDateAndTime: '2001-01-01T00:00:00' };
const NEVER = { resumeAmount: 1e12, resumeUnit: 'days' };

test('one link and one message with it, one segment; then the execution waits', async () => {
	const began = Date.now();
	const { run, error } = await ask();
	expect(error).toBeUndefined();
	expect(h.methods()).toEqual(['Link/Create', SEND]);
	const shortLink = `${h.service.url}/${linkOf()?.code}`;
	expect(textOf()).toBe(`${QUESTION.message} ${shortLink}`);
	// Who may look at executions must not answer.
	expect(JSON.stringify(run)).not.toContain(shortLink);
	expect(run.status).toBe('waiting');
	expect(new Date(run.waitTill ?? 0).getUTCFullYear()).toBe(3000);
	const fullLink = String(linkOf()?.fullLink);
	const address = `http://127.0.0.1/webhook-waiting/1/2?question=${began}&lang=en&signature=`;
	expect(fullLink.slice(0, address.length)).toBe(address);
});

test('in n8n 1.123 and 2.0, whose nodes cannot ask whether they are a tool, it asks, too', async () => {
	const { prototype } = (await import('n8n-core')).ExecuteContext;
	const { isToolExecution } = prototype;
	Reflect.deleteProperty(prototype, 'isToolExecution');
	const { run } = await ask().finally(() => Object.assign(prototype, { isToolExecution }));
	expect(run.status).toBe('waiting');
});

test('a blank in the question is a hint, as in the text of Send', async () => {
	const { hints } = await ask({ message: '=Pay {{ $json.sum }} EUR?' }, { items: [{ sum: '' }] });
	expect(hints).toEqual(['Blank in place of {{ $json.sum }}: item 1.']);
});

test('a person in another country than those allowed is asked nothing', async () => {
	const { error } = await ask({ options: { allowedCountries: ['UA', 'BR'] } });
	const refusal = `"Recipient" ${TO} is of Kazakhstan (KZ), and "Allowed Countries" has only UA, BR`;
	expect(error?.message).toBe(refusal);
	expect(h.methods()).toEqual([]);
	expect((await ask({ options: { allowedCountries: ['KZ'] } })).error).toBeUndefined();
});

test('after a question that may have been sent, the next one has another address: who got that must not answer it', async () => {
	let context: NodeRun['context'];
	const began = Date.now();
	for (const [recipient, language, kind, askForCode] of [
		['77010000001', 'en', { drop: 'after' }, false],
		['77010000002', 'en', { code: 15 }, false],
		['77010000002', 'en', { code: 15 }, true],
		['77010000002', 'de', undefined, true],
		['77010000002', 'de', undefined, true],
	] as const) {
		h.service.faults.clear();
		h.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
		if (kind) h.service.faults.add({ method: SEND, kind });
		const more = { executionId: '7', context, onError: 'continueRegularOutput' } as const;
		const { run } = await ask({ recipient, options: { language, askForCode } }, more);
		expect(run.status === 'waiting').toBe(!kind);
		context = structuredClone(run.data.executionData?.contextData);
	}
	const links = [...h.service.store.links.all()];
	const numbers = links.map(({ fullLink }) => Number(/question=(\d+)/.exec(fullLink)?.[1]));
	expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
	expect([numbers.length, numbers[0]]).toEqual([5, began]);
});

test('in a loop, an equal question after one that may have been sent has another address', async () => {
	h.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	h.service.faults.add({ method: SEND, kind: { drop: 'after' } });
	const more = { onError: 'continueRegularOutput' } as const;
	const node = h.node('message', 'message.sendAndWait', QUESTION, more);
	const run = await h.engine.start(node, [[{ order: 1 }], [{ order: 2 }]]);
	expect(run.status).toBe('waiting');
	const texts = h.wire(SEND).map((call) => Object(call).text);
	expect([texts.length, new Set(texts).size]).toEqual([2, 2]);
});

test('of a loop, too, it is not said that Retry asks nothing twice: it asks anew', async () => {
	const first = await ask({}, { executionId: '7' });
	const context = structuredClone(first.run.data.executionData?.contextData);
	h.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	h.service.faults.add({ method: SEND, kind: { drop: 'after' } });
	const { error } = await ask({ recipient: '77010000002' }, { executionId: '7', context });
	expect(error?.description).toContain('It may have been billed');
	expect(error?.description).not.toContain('Retry');
});

test('another execution with the same ID, as after its database was restored, has another link and another code', async () => {
	for (const ms of [0, 60_000]) {
		passes(ms);
		await ask({ options: { askForCode: true } }, { executionId: '7' });
	}
	const links = [...h.service.store.links.all()].map(({ fullLink }) => fullLink);
	expect(new Set(links).size).toBe(2);
	const codes = h.wire(SEND).map((call) => /Code: (\d{4})$/.exec(String(Object(call).text))?.[1]);
	expect(codes).toEqual([expect.any(String), expect.any(String)]);
	expect(codes[0]).not.toBe(codes[1]);
});

test('with a limit the link expires the day after it, and its comment names the workflow', async () => {
	const { run } = await ask(limited({ ...PAST, maxDateAndTime: '2031-05-01T23:30:00+05:00' }));
	expect(new Date(run.waitTill ?? 0).toISOString()).toBe('2031-05-01T18:30:00.000Z');
	const data = { fullLink: expect.any(String), expirationDate: '2031-05-02' };
	expect(h.wire('Link/Create')).toEqual([{ data: { ...data, comment: 'n8n: Orders' } }]);
});

test('a limit is the moment that it names, also where the clocks of the account show its time twice', async () => {
	const given = limited({ ...PAST, maxDateAndTime: '2031-10-26T02:30:00+01:00' });
	const { run } = await ask(given, { credential: h.credential({ timezone: 'Europe/Berlin' }) });
	expect(new Date(run.waitTill ?? 0).toISOString()).toBe('2031-10-26T01:30:00.000Z');
});

test('a limit on the last day that a list can hold is none', async () => {
	const { run } = await ask(limited({ ...PAST, maxDateAndTime: '9999-12-31' }));
	expect(new Date(run.waitTill ?? 0).getUTCFullYear()).toBe(3000);
});

test.each<[FaultKind, RegExp]>([
	[{ code: 15 }, /code 15/],
	// It may have been made, but no question was sent.
	[{ drop: 'after' }, /^The connection broke/],
	[{ code: 100, data: 5 }, /^The service made no short link for the answer, so nothing was sent/],
	[{ code: 0, data: { id: '1', shortLink: '' } }, /^The service made no short link/],
])('where no link can be made nothing is sent: %j', async (kind, message) => {
	h.service.faults.add({ method: 'Link/Create', kind });
	const { main } = await ask({}, { onError: 'continueRegularOutput' });
	const details = { outcome: 'refused' };
	expect(main[0].json).toMatchObject({ error: expect.stringMatching(message), details });
	expect(h.methods()).toEqual(['Link/Create']);
});

test('a question that was only queued may still be sent: the execution waits', async () => {
	h.service.faults.add({ method: SEND, kind: { code: 100, data: 5, at: { late: 60_000 } } });
	const { run } = await ask();
	expect(run.status).toBe('waiting');
	passes(60_000);
	h.service.store.settle();
	expect(textOf()).toMatch(/^Pay 120 EUR\? http/);
});

const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

const failures = ({ error, main, errors }: NodeResult) =>
	[error?.message, ...[...main, ...errors].map(({ json }) => json.error)].join();

test.each(MODES)('a message that was refused leaves nothing waiting: %s', async (onError) => {
	h.service.faults.add({ method: SEND, kind: { code: 15, message: 'No money' } });
	const result = await ask({}, { onError });
	expect(failures(result).match(/code 15/g)).toHaveLength(1);
	expect(result.run.waitTill).toBeUndefined();
	expect(result.run.status).not.toBe('waiting');
});

test.each(MODES)('of two items, one with a bad number, none is asked: %s', async (onError) => {
	const items = [{ to: 'nobody' }, { to: TO }];
	const result = await ask({ recipient: fromItem('to') }, { items, onError });
	expect(failures(result).match(/"nobody"/g)).toHaveLength(1);
	expect(h.service.calls).toEqual([]);
});

test.each<[string, RegExp, INodeParameters, IDataObject[]?]>([
	['several items', /an execution can wait for one answer only/, {}, [{}, {}]],
	['a long question', /^"Message" takes \d+ segments with its/, { message: 'x'.repeat(1000) }],
	['a limit without anything in it', /^"Limit Wait Time" is empty$/, NO_LIMIT],
	['a time that has passed', /^"Limit Wait Time" has passed/, limited(PAST)],
	['an amount that no clock can show', /^"Limit Wait Time" is not a time to/, limited(NEVER)],
])('refused before anything is sent: %s', async (...given) => {
	const [, message, parameters, items] = given;
	const { error } = await ask(parameters, { items });
	expect(error?.message).toMatch(message);
	expect(h.service.calls).toEqual([]);
});

test('a link that is longer than usual counts in Max Segments', async () => {
	const data = { id: '1', shortLink: `https://example.com/${'x'.repeat(20)}` };
	h.service.faults.add({ method: 'Link/Create', kind: { code: 0, data } });
	const { error } = await ask({ message: 'x'.repeat(125), options: { maxSegments: 1 } });
	expect(error?.message).toMatch(/^"Message" takes 2 segments with its link/);
	expect(h.methods()).toEqual(['Link/Create']);
	// Without a limit, more than without the option.
	await ask({ message: 'x'.repeat(1000), options: { maxSegments: 0 } });
	expect(textOf()).toMatch(/^x{1000} http/);
});

test('a question that fits with its link is asked, however long a link may be', async () => {
	const data = { id: '1', shortLink: 'http://mbz.im/mgjf' };
	h.service.faults.add({ method: 'Link/Create', kind: { code: 0, data } });
	await ask({ message: 'x'.repeat(141), options: { maxSegments: 1 } });
	expect(textOf()).toBe(`${'x'.repeat(141)} ${data.shortLink}`);
});

// Of an agent that n8n does not call by itself: what was accepted is no approval.
test.each(['agent', 'mcp'] as const)('as a tool (%s) it asks nobody', async (by) => {
	const node = h.node('message', 'message.sendAndWait', QUESTION, {});
	const heard = await asTool(h.engine, node, by)({ to: TO });
	expect(heard).toMatch(/it cannot wait for an answer, so nothing was sent/);
	expect(h.service.calls).toEqual([]);
});

/** After the limit n8n passes the input on: what is in its data would be taken for the answer. */
test.each<[responseType: string, input: IDataObject, isRefused: boolean]>([
	['approval', { data: { approved: false, respondedAt: 'x' } }, true],
	['approval', { data: { approved: true } }, true],
	['approval', { data: { text: 'Yes' } }, false],
	['approval', { approved: true }, false],
	['freeText', { data: { text: 'Yes' } }, true],
	['freeText', { data: { approved: true } }, false],
])('%s with a limit, and the input %j: refused %s', async (responseType, input, isRefused) => {
	const parameters = { responseType, ...limited({ resumeAmount: 5 }) };
	const { error } = await ask(parameters, { items: [input] });
	const refusal = isRefused ? expect.stringMatching(/^The input item has/) : undefined;
	expect(error?.message).toEqual(refusal);
	expect(h.service.calls).toHaveLength(isRefused ? 0 : 2);
});

// Seen in n8n 2.41.1: a chat message, or a model, that said so had the tool run without an answer.
test('as the human review of a tool, with a limit: nor may the input itself say that it is approved', async () => {
	const given: Partial<NodeRun> = { items: [{ approved: true }], rewireOutputLogTo: 'ai_tool' };
	expect((await ask({}, given)).run.status).toBe('waiting');
	h.service.reset();
	await ask(limited({ resumeAmount: 5 }), given);
	expect(h.service.calls).toEqual([]);
});

test("n8n's own text of a review shows what the tool is called with", async () => {
	const message = '=Run {{ $tool.name }}?\n\nInput:\n{{ $tool.parameters }}';
	const called = { tool: 'Send_SMS', toolParameters: { Recipient: '+7', Text: 'Hi' } };
	await ask({ message }, { items: [called], rewireOutputLogTo: 'ai_tool' });
	expect(textOf()).toMatch(/^Run Send_SMS\?\n\nInput:\n\{"Recipient":"\+7","Text":"Hi"\} http\S+$/);
});

// Seen in n8n 2.41.1: after the answer to one, it takes the input of the others for theirs.
test('of several calls of an agent at once, the last is asked about', async () => {
	const given = { rewireOutputLogTo: 'ai_tool' } as const;
	const question = { ...QUESTION, recipient: fromItem('to') };
	const node = h.node('message', 'message.sendAndWait', question, given);
	const people = ['77010000001', '77010000002', '77010000003'].map((to) => [{ to }]);
	const run = await h.engine.start(node, people);
	expect(run.status).toBe('waiting');
	expect(h.wire(SEND)).toEqual([expect.objectContaining({ recipient: people[2][0].to })]);
	const { Node: calls } = run.data.resultData.runData;
	const heard = calls.slice(0, 2).map(({ data }) => data?.ai_tool[0]?.[0].json);
	const refused = { error: expect.stringMatching(/several calls at once.*Details: .*one by one/s) };
	expect(heard).toEqual([refused, refused]);
});

const CODES = [{}, { options: { askForCode: true } }];

test.each(CODES)('Retry On Fail makes no second link, and sends one question: %j', async (code) => {
	h.service.faults.add({ method: SEND, kind: { code: 15, message: 'No money' } });
	const { run } = await ask(code, { retryOnFail: { maxTries: 3 } });
	expect(run.status).toBe('waiting');
	expect(h.methods()).toEqual(['Link/Create', SEND, SEND]);
	const [refused, sent] = h.wire(SEND);
	expect(refused).toEqual(sent);
	expect(h.service.store.messages.size).toBe(1);
});

test('a question of which nobody knows whether it was sent is not sent again, also where the limit is a day later at the second try, and nothing waits', async () => {
	const passesMidnight = () => {
		passes(60_000);
		return true;
	};
	h.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	h.service.faults.add({ method: SEND, when: passesMidnight, kind: { drop: 'after' } });
	const limit = limited({ resumeAmount: 719.9, resumeUnit: 'minutes' });
	const { run, error } = await ask(limit, { retryOnFail: { maxTries: 2 } });
	expect(run.waitTill).toBeUndefined();
	expect(error?.message).toMatch(/^It is not known whether the message to 77011231000 was sent/);
	expect(h.methods().filter((method) => method !== 'Message/List')).toEqual(['Link/Create', SEND]);
});

test('a retry by hand asks anew, since the link of the execution before is dead', async () => {
	h.service.faults.add({ method: SEND, kind: { drop: 'after' } });
	h.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	const { run } = await ask();
	const context = structuredClone(run.data.executionData?.contextData);
	expect((await ask({}, { mode: 'retry', context })).run.status).toBe('waiting');
	const texts = h.wire(SEND).map((call) => Object(call).text);
	expect(new Set(texts).size).toBe(2);
});

const SERVER = 'https://api.mobizon.kz';
const check =
	(host: string, server = SERVER) =>
	() =>
		checkResumeAddress(`http://${host}/webhook-waiting/1/2?signature=x`, server);

test.each([
	...['localhost:5678', '127.0.0.1:5678', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.20.0.1'],
	...['172.31.255.1', '192.168.1.5', '169.254.10.20', '100.64.0.1', '100.127.20.30'],
	...['n8n', 'n8n:5678', 'n8n.local', 'N8N.LAN'],
	...['[::1]:5678', '[fd00::1]', '[fe80::1]', 'n8n.home.arpa', 'n8n.localdomain'],
])('%s cannot be reached by a phone', (host) => {
	expect(check(host)).toThrow(/which a phone cannot reach, so nothing was sent$/);
	// In a trial the service is as local as n8n.
	expect(check(host, 'http://127.0.0.1:8765')).not.toThrow();
});

test('nothing is sent where the phone could not reach n8n', async () => {
	const { error } = await ask({}, { credential: h.credential({ baseUrl: 'https://sms.invalid' }) });
	expect(error?.message).toMatch(/which a phone cannot reach, so nothing was sent$/);
});

test.each([
	...['n8n.example.com', '8.8.8.8:5678', '172.32.0.1', '172.15.0.1', '100.63.0.1'],
	...['192.169.0.1', '[2001:db8::1]', 'localhost.example.com', '10.example.com'],
	...['127.0.0.1.example.com', '192.168.1.5.example.com'],
])('%s can', (host) => {
	expect(check(host)).not.toThrow();
});
