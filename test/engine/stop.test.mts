import { resultOf } from './lib/engine.mts';
import { onSleep } from '../runner/sleep.mts';
import { gate, until } from '../until.mts';
import { byId, CONTINUE, fromItem, harness, ids, locator, range } from './lib/harness.mts';

/** Set, a pause of the nodes lasts for ever, unless the run cuts it short. */
let forEver = false;
/** What happens in a pause of so many ms. */
let meanwhile: ((ms: number) => void) | undefined;
onSleep(async (ms, real) => {
	meanwhile?.(ms);
	await (forEver ? new Promise(() => {}) : real(ms));
});
afterEach(() => {
	forEver = false;
	meanwhile = undefined;
});

const h = harness();
const urls = (count: number) => range(count).map((n) => ({ url: `example.com/x${n}x` }));
const create = { fullLink: fromItem('url') };

test('Stop with a refusal in the middle: no call begins after it, those under way are awaited and counted', async () => {
	h.strike('x2x', { code: 1 });
	const calls = h.service.calls;
	const refused = until(() => calls.length === 5 && calls.some(({ code }) => code === 1));
	h.service.faults.add({ times: Infinity, kind: { delay: refused } });
	const { main, error } = await h.run('link.create', create, { items: urls(40) });
	expect(main).toEqual([]);
	expect(calls).toHaveLength(5);
	expect(calls.every(({ code }) => code !== undefined)).toBe(true);
	expect(h.service.store.links.size).toBe(4);
	expect(error?.message).toMatch(/^4 of 40 links created; item 3: .* \(code 1\)$/);
	expect(error?.name).toBe('NodeApiError');
});

test('a link that is only queued is not counted as made', async () => {
	h.strike('x0x', { code: 100, data: '7' });
	h.strike('x1x', { code: 15 });
	const { error } = await h.run('link.create', create, { items: urls(3) });
	expect(error?.message).toMatch(/^1 of 3 links created; item 2: /);
});

test.each([
	[8, 'Items 18, 19, 20: 3 more causes'],
	[6, 'Item 18: 1 more cause'],
])('of the items with one cause ten are named, and of %i others five', async (count, more) => {
	const others = range(count).map((n) => ({ url: `no ${n}` }));
	const items = [...range(12).map(() => ({ url: 'no' })), ...others, ...urls(1)];
	const { error } = await h.run('link.create', create, { items });
	expect(error?.message).toContain('; items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more: ');
	expect(error?.description).toMatch(/Item 17: [^·]* · /);
	// n8n would show it as [item 0].
	expect(error?.context.itemIndex).toBeUndefined();
	const end = `${more} · To leave out such items and go on, set On Error to Continue in the settings of the node`;
	expect(error?.description?.slice(-end.length - 3)).toBe(` · ${end}`);
	expect(h.methods()).toEqual([]);
});

test('items whose cause is not named come in their order', async () => {
	const items = [1, 2, 3, 4, 5, 6, 7, 8, 7].map((n) => ({ url: `no ${n}` }));
	const { error } = await h.run('link.create', create, { items });
	expect(error?.description).toContain(' · Items 7, 8, 9: 2 more causes');
});

// n8n offers Retry for an execution that failed, not for one that was stopped.
test.each([1, 2])('a value with the word "canceled" among %i is no stop', async (count) => {
	const items = ['order canceled', ...urls(1).map(({ url }) => url)].slice(0, count);
	const given = { items: items.map((url) => ({ url })) };
	const { error, run } = await h.run('link.create', create, given);
	expect(error?.message).toMatch(/"Full Link" is not a URL: "order cancel\u2060ed"$/);
	expect(run.status).toBe('error');
});

// The editor shows the message in a toast and the description of an error as HTML.
test('what a stranger wrote is no markup in an error', async () => {
	const items = ['<img src=//a.bc/d>', '<a href=//a.bc>Log in</a>'].map((url) => ({ url }));
	const { error } = await h.run('link.create', create, { items });
	expect(error?.message).toContain('item 1: "Full Link" is not a URL: "\u2039img src=//a.bc/d>"');
	expect(error?.description).toContain('Item 2: "Full Link" is not a URL: "\u2039a href=//a.bc>');
});

test('in stop mode no further link is deleted after one that the service did not delete', async () => {
	h.addLinks(1200);
	const { calls, faults } = h.service;
	const answered = until(() => calls.length === 5 && calls[0].code !== undefined);
	faults.add({ kind: { delay: 0 } });
	faults.add({ times: 4, kind: { delay: answered } });
	const items = range(1200).map((n) => ({ id: n === 5 || n === 6 ? n : 400001 + n }));
	const { error } = await h.run('link.delete', byId, { items });
	expect(error?.message).toBe(
		'498 of 1200 links deleted; items 6, 7: The service did not delete the link',
	);
	expect(error?.description).not.toMatch(/item/i);
	expect(h.service.calls).toHaveLength(5);
});

test.each([
	['link.create', 'created', create, urls(8)],
	['link.update', 'updated', { ...byId, updateFields: { status: 0, expiration: 'never' } }, ids(8)],
])('%s: a write that waits for its turn is not made after one that failed', async (...given) => {
	const [choice, counted, parameters, items] = given;
	h.addLinks(8);
	h.service.faults.add({ times: 5, kind: { code: 30 } });
	h.service.faults.add({ kind: { code: 15 } });
	// The turn after the first one comes only when the run ends, however slow the machine is.
	let turns = 0;
	meanwhile = (ms) => void (forEver = ms > 100 && ++turns > 1);
	const { error } = await h.run(choice, parameters, { items });
	expect(error?.message).toBe(
		`0 of 8 links ${counted}; item 1: The service could not carry out the operation (code 15)`,
	);
	expect(error?.description).not.toMatch(/item/i);
	expect(h.service.calls.map(({ code }) => code)).toEqual([30, 30, 30, 30, 30, 15]);
});

const idsFrom = (first: number, count: number) =>
	range(count)
		.map((n) => first + n)
		.join();
const manyIds = { messageIds: idsFrom(1, 2500) };
const rows = range(25).map((n) => ({ ids: idsFrom(1 + n * 100, 100) }));
const day = { dateFrom: '2026-03-08 00:00:00', dateTo: '2026-03-08 23:59:59' };
const minutes = { link: locator('id', 400001), type: 'minute', ...day };

test.each([
	['deliveryReport.get', manyIds],
	['deliveryReport.get', { messageIds: fromItem('ids') }, rows],
	['deliveryReport.summarize', manyIds],
	['message.getAll', {}, rows],
	['statistics.get', minutes],
	['statistics.get', { ...minutes, output: 'raw' }],
])('more calls than go out at once: none after those that fail, %s', async (...given) => {
	const [choice, parameters, items = [{}]] = given;
	h.addLinks(1);
	h.service.faults.add({ times: Infinity, kind: { code: 9 } });
	const { main, error } = await h.run(choice, parameters, { items });
	expect(main).toEqual([]);
	expect(error?.message).toMatch(/\(code 9\)$/);
	// Of what was not begun, nothing is said.
	expect(error?.description).not.toMatch(/items? \d/i);
	expect(h.service.calls.length).toBeLessThan(8);
});

test('a link that is not found stops a run before anything is deleted', async () => {
	h.service.store.addLink({ code: 'aa' });
	const link = locator('code', fromItem('code'));
	const items = ['aa', 'gone'].map((code) => ({ code }));
	const { error } = await h.run('link.delete', { link }, { items });
	expect(error?.message).toMatch(/^0 of 2 links deleted; item 2: .* no such record \(code 2\)$/);
	expect(h.wire('Link/Delete')).toEqual([]);
});

test.each([{}, CONTINUE])('cancelled (%j): no new call, those under way are done', async (mode) => {
	const { held, open } = gate();
	h.service.faults.add({ times: Infinity, kind: { delay: held } });
	const node = h.node('link', 'link.create', create, { items: urls(60), ...mode });
	const running = h.engine.start(node);
	await until(() => h.service.calls.length === 5);
	running.cancel();
	open();
	const result = resultOf(await running);
	await until(() => h.service.calls.every(({ code }) => code === 0));
	expect(h.service.calls).toHaveLength(5);
	expect(h.service.store.links.size).toBe(5);
	expect(result.error?.message).toMatch(/^5 of 60 .* the execution was stopped \(canceled\)$/);
	// Otherwise n8n would show a failure, and start the error workflow.
	expect(result.run.status).toBe('canceled');
});

test('cancelled while many items are read: no call is made', async () => {
	const running = h.engine.start(h.node('link', 'link.create', create, { items: urls(1000) }));
	meanwhile = () => running.cancel();
	const { run, error } = resultOf(await running);
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('0 of 1000 links created; the execution was stopped (canceled)');
	expect(h.service.calls).toEqual([]);
});

test('texts are previewed while they are read, where n8n gets time for other work', async () => {
	const items = range(300).map((n) => ({ text: `Text ${n}` }));
	const split = jest.spyOn(Array, 'from');
	const isMeasured = ({ text }: { text: string }) => split.mock.calls.some(([of]) => of === text);
	let measured = 0;
	meanwhile = () => void (measured = items.filter(isMeasured).length);
	await h.run('message.preview', { recipient: '77011234567', text: fromItem('text') }, { items });
	expect(measured).toBeGreaterThan(200);
});

test('cancelling cuts short a read that waits to be repeated', async () => {
	h.service.faults.add({ times: Infinity, kind: { code: 999 } });
	forEver = true;
	const running = h.engine.start(h.node('link', 'link.get', { link: locator('id', 1) }, {}));
	await until(() => h.service.calls.some(({ code }) => code === 999));
	running.cancel();
	const { run, error } = resultOf(await running);
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('0 of 1 links read; the execution was stopped (canceled)');
	expect(h.service.calls).toHaveLength(1);
});

test('cancelling cuts off reads under way, and those that wait in line are not made', async () => {
	h.service.faults.add({ times: Infinity, kind: { hang: true } });
	const items = range(40).map((n) => ({ n }));
	const running = h.engine.start(h.node('message', 'message.getAll', {}, { items }));
	await until(() => h.service.calls.length >= 5);
	running.cancel();
	expect((await running).status).toBe('canceled');
	expect(h.service.calls.length).toBeLessThanOrEqual(16);
});
