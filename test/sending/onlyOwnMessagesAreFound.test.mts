import type { IDataObject } from 'n8n-workflow';

import type { CallRecord } from '../service/index.mts';
import { gate, until } from '../until.mts';
import { passes } from './lib/clock.mts';
import { wordsOf } from './lib/scene.mts';
import { CONTINUE, HOUR, keptOf, LIST, LOST, range, REFUSED, SEND } from './lib/sending.mts';
import { sendingByOwnClock, to, UNHEARD, type More } from './lib/sending.mts';

// Where an answer was lost, messages of the list that look like the item's own, and may not be.
const s = sendingByOwnClock();
beforeEach(s.acquaint);
const hi = (n = 0) => ({ to: to(n), text: 'Hi' });
const twins = (count: number) => range(count).map(() => hi());

/** A message that somebody else sent, some time ago by the service's clock. */
function foreign(recipient: string, text = 'Hi', ageMs = 0, deliveredMs = 5000): number {
	const { store, now } = s.service;
	const createTs = now() - ageMs;
	const { id: campaignId } = store.campaigns.add({ status: 'SENT', createTs, deferredToTs: null });
	const startSendTs = Math.floor(createTs / 1000) * 1000;
	const times = { status: 'DELIVRD', startSendTs, statusUpdateTs: startSendTs + deliveredMs };
	return Number(store.addMessage({ campaignId, to: recipient, text, ...times }).id);
}

const sendHi = async (more: More = {}) =>
	(await s.send([hi()], {}, { ...CONTINUE, ...more })).main[0].json;

/** Sends, and lets something happen at the next call of a method; a look-up waits for it. */
async function meanwhile(method: string, happens: () => unknown, item = hi(), more: More = {}) {
	const before = s.callsOf(method).length;
	const open = method === LIST ? s.hold(LIST) : () => {};
	const running = s.send([item], {}, { ...CONTINUE, ...more });
	await until(() => s.callsOf(method).length > before);
	await happens();
	open();
	return (await running).main[0].json;
}

function expectUnknown(json: IDataObject): void {
	expect(json.error).toMatch(/^It is not known whether the message to \d+ was sent: /);
	expect(json).toMatchObject({ details: { outcome: 'unknown' } });
	expect(json).not.toHaveProperty('messageId');
}

test.each<[what: string, rows: Array<Parameters<typeof foreign>>, isNamed: boolean]>([
	['of a minute ago', [[to(0), 'Hi', 61_000]], false],
	['to a longer number', [[`${to(0)}8`]], false],
	['in capitals', [[to(0), 'HI']], true],
	['with another text', [[to(0), 'Hi!']], true],
	['of which there are six', range(6).map(() => [to(0)]), true],
])('a message %s is not taken', async (_what, rows, isNamed) => {
	s.strike(to(0), LOST);
	const ids: number[] = [];
	const json = await meanwhile(SEND, () => ids.push(...rows.map((row) => foreign(...row))));
	expectUnknown(json);
	const found = isNamed ? ids : [];
	expect(json.details).toMatchObject({ found });
	const named = /: ([\d, ]+)\. /.exec(String(json.message))?.[1].split(', ') ?? [];
	expect(named.map(Number)).toEqual(found.slice(0, 5));
});

test('where equal messages may be it, one with another text is not named', async () => {
	s.strike(to(0), LOST);
	let ids: number[] = [];
	const { details } = await meanwhile(SEND, () => {
		ids = ['Hi', 'Hi', 'Hi!'].map((text) => foreign(to(0), text));
	});
	expect(details).toMatchObject({ reason: 'rival', found: ids.slice(0, 2) });
});

test('where nothing shows how the times of the list run, a message of days ago is not named', async () => {
	s.restart();
	foreign(to(0), 'Hi', 72 * HOUR);
	s.strike(to(0), LOST);
	const json = await sendHi();
	expect(json.details).toMatchObject({ reason: 'notListed', found: [] });
});

test.each([
	['alone, it is five hours old', 0, undefined],
	['with another message of the run, every wrong zone shows', 1, 0],
])('the zone of the credential is wrong: %s', async (_, lost, deliveredMs) => {
	// The account is in Asia/Almaty (UTC+5).
	const credential = s.credential({ timezone: 'Africa/Abidjan' });
	foreign(to(lost), 'Hi', 5 * HOUR, deliveredMs);
	s.strike(to(lost), LOST);
	const items = range(lost + 1).map(hi);
	const { main } = await s.send(items, { maxConcurrent: 1 }, { ...CONTINUE, credential });
	expectUnknown(main[lost].json);
});

test('a message made before the newest known one is not taken, whichever answer came last', async () => {
	const open = s.hold(SEND, 'after');
	const late = s.send([hi(1)]);
	await until(() => s.taken().length > 0);
	foreign(to(0));
	await s.send([hi(2)]);
	open();
	await late;
	s.strike(to(0), LOST);
	expectUnknown(await sendHi());
});

test('nor is it by a later try in another process', async () => {
	foreign(to(0));
	await s.send([hi(2)]);
	s.strike(to(0), LOST);
	s.strikeList({ code: 9 }, 5);
	const failed = await s.send([hi()]);
	s.restart();
	await s.acquaint();
	expectUnknown(await sendHi({ context: keptOf(failed) }));
});

test('a call that took long does not show how the times of the list run', async () => {
	s.restart();
	const open = s.hold(SEND, 'after');
	const slow = s.send([hi(1)]);
	await until(() => s.taken().length > 0);
	passes(20_000);
	open();
	await slow;
	s.strike(to(0), LOST);
	expectUnknown(await meanwhile(SEND, () => foreign(to(0), 'Hi', 10_000)));
});

test('the message of another execution, accepted in the same second, is not taken', async () => {
	await s.send([hi()]);
	s.strike(to(0), LOST);
	expectUnknown(await sendHi());
});

test('nor is that of one whose call was lost, and carried out late', async () => {
	s.strike(to(0), { drop: { late: 25_000 } });
	await sendHi();
	s.strike(to(0), LOST);
	const json = await meanwhile(SEND, () => {
		const [first, second] = s.callsOf(SEND);
		passes(Math.max(0, first.startedAt + 25_000 - second.startedAt));
	});
	expectUnknown(json);
});

test.each(['the same', 'another'])(
	'a message that was made by hand after the try is not taken by a later one in %s process',
	async (process) => {
		s.strike(to(0), LOST);
		const failed = await s.send([hi()]);
		passes(4000);
		foreign(to(0));
		if (process === 'another') {
			s.restart();
			await s.acquaint();
		}
		const json = await sendHi({ context: keptOf(failed) });
		expectUnknown(json);
		expect(json.message).toMatch(/The list has an equal message, but its time/);
		expect(s.taken()).toHaveLength(1);
	},
);

const link = (n: number) => ({ to: to(0), text: `Track https://example.com/${n}` });
const SHORTENED = { additionalFields: { shortenLinks: true } };

test.each([
	['of twins', twins(2), {}],
	// The list holds short links, which do not tell whose they are.
	['of texts that differ in their links', range(2).map(link), SHORTENED],
])('one message %s, where one call made none, is not taken by either', async (_, items, more) => {
	s.strike(to(0), UNHEARD);
	s.strike(to(0), LOST);
	const { main } = await s.send(items, {}, { ...CONTINUE, ...more });
	expect(main).toHaveLength(2);
	for (const { json } of main) expectUnknown(json);
});

test('of two lost twins, the first takes none of two messages that were made at the time of the second', async () => {
	s.atEach(() => {
		if (s.called().length === 2) foreign(to(0));
	});
	s.strike(to(0), LOST);
	s.strike(to(0), UNHEARD);
	const options = { maxConcurrent: 1, interval: 10_000 };
	const { main } = await s.send(twins(2), options, CONTINUE);
	for (const { json } of main) expectUnknown(json);
	const reasons = main.map(({ json }) => Object(json.details).reason);
	expect(reasons).toEqual(['time', 'rival']);
});

test('one with other words around its short link is not taken', async () => {
	s.strike(to(0), LOST);
	const other = () => foreign(to(0), 'Skip https://example.com/1');
	const { details } = await meanwhile(SEND, other, link(1), SHORTENED);
	expect(details).toMatchObject({ outcome: 'unknown', reason: 'text' });
});

test.each([
	['twins', twins(3), {}, 0],
	['twins that show late', twins(3), {}, 600],
	['texts that differ in their links', range(3).map(link), SHORTENED, 0],
])('%s that were all lost get their own, in the order of calls', async (_, items, more, lag) => {
	s.service.faults.listLag = lag;
	s.strike(to(0), UNHEARD, 3);
	const { main } = await s.send(items, {}, { ...CONTINUE, ...more });
	expect(wordsOf({ main })).toEqual(['found', 'found', 'found']);
	const [, ...made] = s.service.store.messages.all();
	expect(main.map(({ json }) => json.messageId)).toEqual(made.map(({ id }) => Number(id)));
});

test('in a retry by hand, what another program sent shortly before the execution began is not taken', async () => {
	const id = foreign(to(0));
	passes(20_000);
	s.strike(to(0), REFUSED);
	const failed = await s.send([hi()]);
	s.restart();
	const { main } = await s.retry(failed, [hi()]);
	expect(main[0].json).toMatchObject({ details: { reason: 'time', found: [id] } });
});

test('the message that a response gives to another execution while it is looked up is not taken', async () => {
	const { held, open: goOn } = gate();
	const isForItsTime = ({ method, rawBody }: CallRecord) =>
		method === LIST && rawBody.includes('campaignCreateTsFrom');
	s.service.faults.add({ when: isForItsTime, kind: { delay: held } });
	const open = s.hold(SEND, 'after');
	const other = s.send([hi()]);
	await until(() => s.taken().length > 0);
	s.strike(to(0), LOST);
	const lost = sendHi();
	await until(() => s.service.calls.some(isForItsTime));
	open();
	await other;
	goOn();
	expectUnknown(await lost);
});

test('while an equal call of another execution is under way, none is taken: it may be that one', async () => {
	s.service.faults.add({ method: SEND, kind: { drop: { late: 100 } } });
	const open = s.hold(SEND, 'after');
	const lost = sendHi();
	await until(() => s.callsOf(SEND).length === 1);
	const slow = s.send([hi()]);
	expectUnknown(await lost);
	open();
	expect(wordsOf(await slow)).toEqual(['sent']);
});
