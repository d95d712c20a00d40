import type { IDataObject } from 'n8n-workflow';

import { hash } from '../../nodes/shared/operation/ledger';
import type { CallRecord } from '../service/index.mts';
import { limit, until } from '../until.mts';
import { passes, pauses } from './lib/clock.mts';
import { scenes, wordsOf } from './lib/scene.mts';
import { CONTINUE, LOST, people, range, REFUSED, UNHEARD } from './lib/sending.mts';
import { keptOf, resultOf, SEND, sendingByOwnClock, to, type More } from './lib/sending.mts';

const s = sendingByOwnClock();
const NOT_KNOWN = /^It is not known/;
// Side by side, so that messages with one key have to take turns.
const options = { sendOnceKey: '={{ $json.key }}', maxConcurrent: 5 };
/** Under which the store has a key. */
const nameOf = (key: string) => hash(key, undefined);
/** What it has there while nobody knows what became of its message. */
const open = (key: string) => [nameOf(key), `${nameOf(key)} open`];
/** It is 12:00. */
const SEND_AT = { additionalFields: { deferredToTs: '=2026-03-10 {{ $json.hour }}:00:00' } };
const dated = (...rows: Array<[key: string, hour: number]>) =>
	people(rows.length, (n) => ({ key: rows[n][0], hour: rows[n][1] }));
const keyed = (...keys: unknown[]) => people(keys.length, (n) => ({ key: String(keys[n]) }));

scenes(
	s,
	{
		'a key that an earlier execution used is not sent again': [
			{ items: keyed('order 1'), called: [0], ends: ['sent'] },
			{ items: keyed('order 1', 'order 2'), called: [1], ends: ['skipped', 'sent'] },
		],
		'spaces around a key do not make it another one': [
			{ items: keyed('order 1'), called: [0], ends: ['sent'] },
			{ items: keyed(' order 1\u00a0'), called: [], ends: ['skipped'] },
		],
		'what a key stops is skipped, also a row whose Send At has passed; such a row uses none': [
			{ items: dated(['k', 17]), ...SEND_AT, called: [0], ends: ['sent'] },
			{ items: dated(['k', 11], ['b', 17]), ...SEND_AT, called: [1], ends: ['skipped', 'sent'] },
			{
				items: dated(['c', 11], ['c', 17], ['d', 11]),
				...{ ...SEND_AT, ...CONTINUE },
				called: [1],
				ends: ['refused', 'sent', 'refused'],
			},
			{ items: dated(['d', 17]), ...SEND_AT, called: [0], ends: ['sent'] },
		],
		'a key counts for its node only': [
			{ items: keyed('k'), nodeId: 'a', called: [0], ends: ['sent'] },
			{ items: keyed('k'), nodeId: 'b', called: [0], ends: ['sent'] },
			{ items: keyed('k'), nodeId: 'a', called: [], ends: ['skipped'] },
		],
		'a copy of a workflow, whose nodes have the same IDs, has keys of its own': [
			{ items: keyed('k'), called: [0], ends: ['sent'] },
			{ items: keyed('k'), workflowId: 'copy', called: [0], ends: ['sent'] },
		],
		'If Key Was Seen "error" lets the item fail, and names the beginning of the key': [
			{ items: keyed(`1${'a'.repeat(60)}`), called: [0], ends: ['sent'] },
			{
				items: keyed(`1${'a'.repeat(60)}`, 'invoice 2'),
				options: { ...options, ifSeen: 'error' },
				...CONTINUE,
				called: [1],
				ends: ['refused', 'sent'],
				errors: [/^"Send Once Key" was used before: 1a{39}$/],
			},
		],
		'a refusal takes the key back: the next item with it goes out, or a later execution': [
			{
				...{ items: keyed('k', 'k'), faults: [0, 1].map((n) => [n, REFUSED]), ...CONTINUE },
				...{ called: [0, 1], ends: ['refused', 'refused'], errors: [/code 15/, /code 15/] },
			},
			{ items: keyed('k'), faults: [[0, REFUSED]], called: [0], ends: /code 15/ },
			{ items: keyed('k'), called: [0], ends: ['sent'] },
		],
		'while nobody knows what became of a key, no message with it is sent, nor by a later execution':
			[
				{
					items: keyed('k', 'k'),
					faults: [[0, LOST]],
					...CONTINUE,
					called: [0],
					ends: ['unknown', 'unknown'],
					errors: [NOT_KNOWN, /whether a message with this "Send Once Key" was sent: k/],
				},
				{ items: keyed('k', 'k'), ...CONTINUE, called: [], ends: ['unknown', 'unknown'] },
			],
		'the key of a message that only a retry finds was used': [
			{ items: keyed('other'), called: [0], ends: ['sent'] },
			{ items: keyed('k'), unreadable: 5, faults: [[0, UNHEARD]], called: [0], ends: NOT_KNOWN },
			{ items: keyed('k'), retries: 1, called: [], ends: ['found'] },
			{ items: keyed('k'), called: [], ends: ['skipped'] },
		],
	},
	{ options },
);

test('a skipped item says so, and no time at which nothing goes out', async () => {
	const later = { additionalFields: { deferredToTs: '={{ $now.plus({ hours: 2 }).toISO() }}' } };
	await s.send(keyed('k'), options, later);
	const { main } = await s.send(keyed('k'), options, later);
	const nothing = { campaignId: null, messageId: null, status: null, statusText: null };
	const json = { recipient: to(0), ...nothing, segments: 1, outcome: 'skipped', skipped: true };
	expect(main).toEqual([{ json, pairedItem: { item: 0 } }]);
});

test.each([
	['accepted', undefined, [0, 1, 1], ['sent', 'sent', 'skipped']],
	['unknown', LOST, [0, 1, 1], ['unknown', 'sent', 'unknown']],
])(
	'under Retry On Fail the message with the same key that was %s counts, also where the store lost it',
	async (_, fault, called, ends) => {
		const items = keyed('k', 'other', 'k');
		if (fault) s.strike(to(0), fault);
		s.strike(to(1), REFUSED);
		const first = await s.send(items, options, CONTINUE);
		s.store.lists.clear();
		s.restart();
		const again = await s.send(items, options, { ...CONTINUE, context: keptOf(first) });
		expect([s.called(), wordsOf(again)]).toEqual([called.map(to), ends]);
	},
);

test('a try that sends the rest does not write the keys of what was sent again', async () => {
	s.strike(to(1), REFUSED);
	const first = await s.send(keyed('k', 'other'), options, CONTINUE);
	s.restart();
	const removed = jest.spyOn(s.store, 'removeProcessed');
	await s.send(keyed('k', 'other'), options, { ...CONTINUE, context: keptOf(first) });
	expect(removed.mock.calls.flatMap(([entries]) => entries)).not.toContain(`${nameOf('k')} open`);
});

test('executions at the same time send a key once between them', async () => {
	const items = keyed(...range(10));
	const played = await Promise.all([1, 2, 3].map(async () => await s.send(items, options)));
	expect([...s.called()].sort()).toEqual(items.map((item) => item.to));
	const words = [...range(10).map(() => 'sent'), ...range(20).map(() => 'skipped')];
	expect(played.flatMap(wordsOf).sort()).toEqual(words.sort());
});

/** While the service has the call to a number, another execution of the node begins, which has these keys. */
function beginsAt(number: string, node: More, keys: unknown[]) {
	let second: Promise<string[]> | undefined;
	const when = (call: CallRecord) => {
		if (s.isTo(number)(call)) second ??= s.send(keyed(...keys), options, node).then(wordsOf);
		return second !== undefined;
	};
	s.service.faults.add({ method: SEND, when, times: 1, kind: { delay: 500 } });
	return async () => await second;
}

test('an execution waits for another one that uses a key again after a refusal', async () => {
	const node = { nodeId: 'used again', ...CONTINUE };
	s.strike(to(0), REFUSED);
	const second = beginsAt(to(1), node, ['k']);
	const first = await s.send(keyed('k', 'k'), options, node);
	expect(s.called()).toEqual([to(0), to(1)]);
	expect([wordsOf(first), await second()]).toEqual([['refused', 'sent'], ['skipped']]);
});

test('a key that another execution has for more than a minute is unknown', async () => {
	const node = { nodeId: 'for long', ...CONTINUE };
	const goOn = s.hold(SEND);
	const first = s.send(keyed('k'), options, node);
	await until(() => s.called().length === 1);
	limit(90_000, () => {
		passes(90_000);
		return AbortSignal.abort();
	});
	const { main, hints } = await s.send(keyed('k'), options, node);
	expect(main[0].json.message).toMatch(/^It is being sent now/);
	expect(hints).toEqual([
		expect.stringMatching(/^It waited 9\d s for a Send Once Key that another/),
	]);
	goOn();
	expect(wordsOf(await first)).toEqual(['sent']);
});

test('of many items with one key each is tried, and no hint says that another execution used it', async () => {
	const items = range(150).map(() => keyed('k')[0]);
	s.strike(to(0), REFUSED, items.length);
	const { main, hints } = await s.send(items, options, CONTINUE);
	expect(wordsOf({ main })).toEqual(items.map(() => 'refused'));
	expect(hints).toEqual([
		expect.stringMatching(
			/^It waited \d+ s for a Send Once Key that another item or execution was using\.$/,
		),
	]);
});

test('what another execution has and does not use is sent, however many messages come with it', async () => {
	const node = { nodeId: 'many beside', ...CONTINUE };
	const others = keyed('other', ...range(9)).map((item, n) => ({ ...item, to: to(100 + n) }));
	for (const item of others.slice(1)) s.strike(item.to, REFUSED);
	const second = beginsAt(to(100), node, range(30));
	await s.send(others, { ...options, maxConcurrent: 1 }, node);
	expect(await second()).toEqual(range(30).map(() => 'sent'));
});

test.each<[what: string, isFreed: boolean]>([
	['is sending it', false],
	['has it refused meanwhile', true],
])('a key of another process, which %s, is not sent beside it', async (_, isFreed) => {
	const list = 'test another process';
	s.store.lists.set(list, open('k'));
	const record = s.store.checkProcessedAndRecord;
	let freedAt = isFreed ? Date.now() + 3000 : Infinity;
	jest.spyOn(s.store, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
		if (Date.now() >= freedAt) {
			s.store.lists.set(list, []);
			freedAt = Infinity;
		}
		return await record(...given);
	});
	const node = { nodeId: 'another process', ...CONTINUE };
	const words = wordsOf(await s.send(keyed('k'), options, node));
	expect([words, s.called()]).toEqual(isFreed ? [['sent'], [to(0)]] : [['unknown'], []]);
});

test('a retry that cannot read the list leaves the keys of the killed execution to the next retry', async () => {
	const began = Date.now();
	s.store.lists.set('test killed', [...open('k'), `${nameOf('k')} of ${began}`]);
	const retry: More = { nodeId: 'killed', mode: 'retry', began, ...CONTINUE };
	s.strikeList({ code: 9 });
	expect(wordsOf(await s.send(keyed('k'), options, retry))).toEqual(['unknown']);
	s.service.faults.clear();
	expect(wordsOf(await s.send(keyed('k'), options, retry))).toEqual(['sent']);
});

test('a refusal in stop mode is told at once, also where a key of another execution was to be waited for', async () => {
	s.strike(to(0), LOST);
	await s.send(keyed('k'), options, { nodeId: 'stops' });
	pauses.splice(0);
	s.strike(to(1), REFUSED);
	await s.send(keyed('k', 1), options, { nodeId: 'stops' });
	expect(Math.max(...pauses)).toBeLessThan(2000);
});

test('a message that waits for its key when the service falls silent comes out, too', async () => {
	s.store.lists.set('test silent', open('k'));
	for (const n of [1, 2, 3]) s.strike(to(n), LOST);
	const node = { nodeId: 'silent', ...CONTINUE };
	const words = wordsOf(await s.send(keyed('k', 1, 2, 3), options, node));
	expect(words).toEqual(['notSent', 'unknown', 'unknown', 'unknown']);
});

test('a key counts for each number as it is dialled, where it is once per recipient', async () => {
	const send = async (rows: IDataObject[]) =>
		wordsOf(await s.send(rows, { ...options, sendOncePer: 'recipient' }, { additionalFields }));
	const numbers = ['8 (701) 555-07-07', '+7 701 555 07 07', '+7 701 555 07 08'];
	const items = numbers.map((number) => ({ to: number, text: 'Hi', key: 'sale' }));
	const additionalFields = { defaultCountry: 'KZ' };
	expect(await send(items)).toEqual(['sent', 'skipped', 'sent']);
	expect(await send(items.slice(1))).toEqual(['skipped', 'skipped']);
});

test('a run with more keys than are remembered is refused by name', async () => {
	const run = s.node(keyed(...range(10_001)), options, {});
	const parameters = { ...run.parameters, recipient: to(0), text: 'Hi' };
	const { error } = resultOf(await s.engine.start({ ...run, parameters }));
	expect(error?.message).toMatch(/"Send Once Key": the run has 10001 keys/);
	expect([s.called(), [...s.store.lists.values()].flat()]).toEqual([[], []]);
});

test('many messages that were sent before do not make the store forget their keys', async () => {
	const kept = range(5000).map((n) => nameOf(`order ${n}`));
	s.store.lists.set('test many', [...kept]);
	const items = range(500).map((n) => ({ to: to(0), text: 'Hi', key: `order ${n * 10}` }));
	const sent = await s.send(items, { ...options, maxConcurrent: 50 }, { nodeId: 'many' });
	expect(wordsOf(sent)).toEqual(items.map(() => 'skipped'));
	expect([s.called(), ...s.store.lists.values()]).toEqual([[], kept]);
});

test('what n8n cannot record a key of is not sent, and may be sent later', async () => {
	const store = jest.spyOn(s.store, 'checkProcessedAndRecord');
	store.mockRejectedValue(new Error('The database is locked'));
	const { main } = await s.send(keyed('k'), options, CONTINUE);
	expect(main[0].json.error).toBe(
		'"Send Once Key" could not be recorded, so the message was not sent now: The database is locked',
	);
	store.mockRestore();
	expect([s.taken(), wordsOf(await s.send(keyed('k'), options))]).toEqual([[], ['sent']]);
});
