import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { passes } from './lib/clock.mts';
import { count, crashes, others } from './lib/crashes.mts';
import { expectOwn, wordsOf } from './lib/scene.mts';
import { CONTINUE, keptOf, LIST, people, person, range, REFUSED } from './lib/sending.mts';
import { SEND, to, type More } from './lib/sending.mts';

const { s, killedAt, retry, expectOneForEach } = crashes();

const sendAt = (deferredToTs: string) => ({ additionalFields: { deferredToTs } });

test.each<[how: string, change: (rows: IDataObject[]) => IDataObject[], more?: More]>([
	['as they were', (rows) => rows],
	['that are deferred', (rows) => rows, sendAt('2026-03-11 09:00:00')],
	['in another order', (rows) => rows.toReversed()],
	['and more of them', (rows) => [...rows, ...people(25).slice(20)]],
	['with other texts for some', (rows) => [...rows.slice(0, 15), ...others(rows.slice(15))]],
	['and two equal ones more', (rows) => [...rows, rows[0], rows[0]]],
])('rows %s: one retry sends the rest, and others nothing', async (_, change, more = {}) => {
	const began = await killedAt(8, people(20), more);
	const [sent, rows] = [s.taken().length, change(people(20))];
	const first = await retry(rows, began, more);
	expect(count(wordsOf(first), 'found')).toBe(sent);
	const second = await retry(rows, began, more);
	s.restart();
	passes(20_000);
	const third = await retry(rows, began, more);
	for (const later of [second, third]) expect(wordsOf(later)).toEqual(rows.map(() => 'found'));
	for (const each of [first, second, third]) expectOwn(s, rows, each);
	expectOneForEach(rows);
});

test.each([1, 8].flatMap((size) => range(9).map((nth) => [nth, size])))(
	'response %i of the list is empty by mistake: none of %i is sent again',
	async (nth, size) => {
		const began = await killedAt(size + 1, people(size));
		const data = { items: [], totalItemCount: '0' };
		s.service.faults.add({ method: LIST, after: nth, kind: { code: 0, data } });
		await retry(people(size), began);
		expectOneForEach(people(size));
	},
);

test('a list of one page and a row counts that row too little: nobody gets a message twice', async () => {
	s.service.setFreedoms({ totalOff: -1 });
	const items = people(202).slice(100);
	const began = await killedAt(102, items.slice(1));
	passes(60_000);
	await retry(items, began);
	expectOneForEach(items);
});

test.each<[what: string, word: string, after: INodeParameters, edit?: IDataObject, more?: More]>([
	['an edit of Max Segments', 'found', { maxSegments: 1 }],
	['an edit of Allowed Countries', 'found', { allowedCountries: ['UA'] }],
	['an edit of Skip Recipients', 'found', { skipRecipients: 'Anna' }],
	['an edit of Send Once Key', 'found', { sendOnceKey: '={{ $json.order }}' }],
	['an edit of the text', 'unknown', {}, { text: null }],
	['the hour before Send At', 'found', {}, {}, sendAt('2026-03-10T08:01:00Z')],
])('%s refuses all: what was sent before is %s', async (_, word, after, edit = {}, more = {}) => {
	const items = people(8, () => ({ text: 'a'.repeat(161) }));
	const began = await killedAt(3, items, more);
	passes(60_000);
	const sent = s.taken();
	const ends = items.map((item) => (sent.includes(String(item.to)) ? word : 'refused'));
	const now = items.map((item) => ({ ...item, ...edit }));
	const given: More = { mode: 'retry', began, ...CONTINUE, ...more };
	expect(wordsOf(await s.send(now, { ...after, maxMessages: 7 }, given))).toEqual(ends);
	expect(s.taken()).toEqual(sent);
});

test('of two equal messages one was saved, and one sent by a retry that crashed: neither is sent again', async () => {
	const [began, items] = [Date.now(), [person(0), person(0), person(1)]];
	s.service.faults.add({ method: SEND, after: 1, kind: REFUSED });
	const failed = await s.send(items, { maxConcurrent: 1 }, { mode: 'trigger', began });
	const kept = () => ({ context: keptOf(failed) });
	await killedAt(2, items, { mode: 'retry', began, ...kept() });
	expect(wordsOf(await retry(items, began, kept()))).not.toContain('unknown');
	expectOneForEach(items);
});

test('where the list cannot be read, nothing is sent', async () => {
	const began = await killedAt(2, people(4));
	s.strikeList({ code: 9 });
	s.service.calls.splice(0);
	const { main } = await retry(people(4), began);
	const unread = { details: { outcome: 'unknown', reason: 'listUnread' } };
	expect(main.map(({ json }) => json)).toMatchObject(range(4).map(() => unread));
	expect(s.called()).toEqual([]);
});

test('what a try leaves in doubt, since it cannot read the list, counts once in the caps', async () => {
	const began = await killedAt(2, people(2));
	s.strikeList({ code: 9 }, 1);
	const more: More = { mode: 'retry', began, retryOnFail: { maxTries: 2 } };
	expect((await s.send(people(4), { maxMessages: 4 }, more)).error).toBeUndefined();
	expectOneForEach(people(4));
});

test('the list is read in few calls: whole where that is fewer, else by number', async () => {
	const began = await killedAt(450, people(500));
	const words = wordsOf(await retry(people(500), began));
	expect(count(words, 'found') + count(words, 'sent')).toBe(500);
	expect(s.callsOf(SEND)).toHaveLength(500);
	// Five pages, twice since some messages are new, and few more.
	expect(s.callsOf(LIST).length).toBeLessThanOrEqual(18);
	const few = await killedAt(3, people(3));
	const before = s.callsOf(LIST).length;
	s.service.store.addMessages(5000);
	const ends = wordsOf(await retry(people(4), few));
	expect(s.callsOf(LIST).length - before).toBeLessThanOrEqual(19);
	expect(ends).toEqual(['found', 'found', 'found', 'sent']);
});

test('read by number, one that is a part of another shows messages of both: no message is found twice', async () => {
	const rows = ['4915112345678', '491511234567'].map((number) => person(0, { to: number }));
	const began = await killedAt(2, rows);
	s.service.store.addMessages(5000);
	expect(wordsOf(await retry([...rows, rows[0]], began))).toEqual(['found', 'found', 'sent']);
	expect(s.callsOf(SEND)).toHaveLength(3);
});

test('a failed execution: the retry that follows at once does not wait for the list', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(3), { maxConcurrent: 1 });
	const start = Date.now();
	expect(wordsOf(await s.retry(failed, people(3)))).toEqual(['sent', 'sent', 'sent']);
	expectOneForEach(people(3));
	expect(Date.now() - start).toBeLessThan(10_000);
});

test('a failed execution whose rows come in another order, in another process: nobody gets a message twice, or is counted twice', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(3), { maxConcurrent: 1 });
	s.restart();
	const retried = await s.retry(failed, people(3).reverse(), {}, { maxMessages: 3 });
	expectOneForEach(people(3));
	expect(wordsOf(retried)).toEqual(['sent', 'sent', 'found']);
});

test('a dry run of a retry asks nothing, and says nothing of what was sent', async () => {
	const began = await killedAt(2, people(4));
	await retry(people(2), began);
	s.service.calls.splice(0);
	const { main } = await s.send(people(4), { dryRun: true }, { mode: 'retry', began });
	expect(main.map(({ json }) => json.outcome)).toEqual(range(4).map(() => 'dryRun'));
	expect(s.service.calls).toEqual([]);
});

test('an item in doubt keeps its Send Once Key from the others', async () => {
	const options = { sendOnceKey: '={{ $json.key }}', maxConcurrent: 1, interval: 5000 };
	const began = Date.now();
	const kept = new Map<string, string[]>();
	s.atEach((call) => {
		if (s.isTo(to(2))(call)) for (const [name, list] of s.store.lists) kept.set(name, [...list]);
	});
	const keyed = people(3, (n) => ({ key: `key ${n}` }));
	await s.send(keyed, options, { mode: 'trigger', began });
	s.restart();
	for (const [name, list] of kept) s.store.lists.set(name, list);
	passes(100_000);
	const items = [2, 5].map((n) => ({ to: to(n), text: 'Another', key: 'key 2' }));
	const retried = await s.send(items, options, { mode: 'retry', began, ...CONTINUE });
	expect([wordsOf(retried), s.called()]).toEqual([['unknown', 'unknown'], [0, 1, 2].map(to)]);
});
