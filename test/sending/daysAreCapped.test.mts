import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeResult } from '../engine/lib/engine.mts';
import { fromItem, range } from '../engine/lib/harness.mts';
import { gate, until } from '../until.mts';
import { passes } from './lib/clock.mts';
import { CONTINUE, HOUR, keptOf, LIST, LOST, people, REFUSED } from './lib/sending.mts';
import { SEND, sendingByOwnClock, to, UNHEARD, type More } from './lib/sending.mts';

const s = sendingByOwnClock();
/** Messages that the account made so many hours ago, whoever made them, to recipient 9 or others. */
function made(...ages: Array<number | [hours: number, to: string]>): void {
	for (const age of ages) {
		const [hours, number] = typeof age === 'number' ? [age, to(9)] : age;
		const createdAt = Date.now() - hours * HOUR;
		const { id: campaignId } = s.service.store.campaigns.add({ createTs: createdAt });
		s.service.store.addMessage({ campaignId, createdAt, to: number });
	}
}

/** What becomes of each item: its outcome, or its error. */
const wordsOf = ({ main }: Pick<NodeResult, 'main'>) =>
	main.map(({ json }) => json.error ?? json.outcome);
const words = async (items: IDataObject[], options: INodeParameters, more: More = CONTINUE) =>
	wordsOf(await s.send(items, options, more));
const says = (text: string) => expect.stringContaining(text);

/** Somebody calls an open webhook: executions of one message each, all at the same moment. */
const flood = async (recipients: number[], options: INodeParameters) =>
	await Promise.all(
		recipients.map(async (n, k) => String(await words([{ to: to(n), text: `Hi ${k}` }], options))),
	);

/** By the cap, the account made so many; then it sends one more. */
async function expectMade(count: number): Promise<void> {
	expect(await flood([5], { maxPerDay: count })).toEqual([says(`made ${count} message`)]);
	expect(await flood([5], { maxPerDay: count + 1 })).toEqual(['accepted']);
}

describe('Max per Day', () => {
	test('counts what anybody made in 24 hours, in one call; what would pass it refuses the run', async () => {
		made(1, 10, 23.9, 24.1, 100);
		const five = { maxPerDay: 5 };
		expect((await s.send(people(3), five)).error?.message).toBe(
			'0 of 3 messages accepted; every item: The account made 3 messages in the last 24 hours and the run has 3, but Max per Day allows 5, so it sent nothing',
		);
		const params = {
			criteria: { campaignCreateTsFrom: '2026-03-09 12:00:00' },
			sort: { campaignId: 'DESC' },
			pagination: { pageSize: '100', currentPage: '0' },
		};
		expect(s.service.calls).toEqual([expect.objectContaining({ method: LIST, params })]);
		expect(await words(people(2), five)).toEqual(['accepted', 'accepted']);
		expect((await s.send(people(1), five, CONTINUE)).main[0].json).toMatchObject({
			error: says('made 5 messages'),
			details: { outcome: 'refused', field: 'maxPerDay' },
		});
		passes(HOUR);
		expect(await words(people(1), five)).toEqual(['accepted']);
	});

	test('counts what this process just sent, although the list does not show it yet', async () => {
		made(1);
		s.service.faults.listLag = 60_000;
		const rounds = [people(1), people(2), people(1)];
		const run = await s.engine.start(s.node([], { maxPerDay: 4 }, {}), rounds);
		expect(s.called()).toHaveLength(3);
		expect(run.data.resultData.error?.message).toContain('made 4 messages');
		// Shown by now, and not counted twice.
		passes(61_000);
		expect(await words(people(1), { maxPerDay: 5 })).toEqual(['accepted']);
	});

	test('counts it also where the list shows a newer message of others before it', async () => {
		s.service.faults.listLag = 60_000;
		await s.send(people(1));
		s.service.faults.listLag = 0;
		made(1);
		await expectMade(2);
	});

	test('does not count what a stopped run did not reach', async () => {
		s.strike(to(0), REFUSED);
		await s.send(people(3), { maxPerDay: 3, maxConcurrent: 1 });
		expect((await s.send(people(3), { maxPerDay: 3 })).error).toBeUndefined();
	});

	test('counts a message once, however often the service put off its call as one too many', async () => {
		s.strike(to(0), { code: 30 }, 3);
		await s.send(people(1));
		await expectMade(1);
	});

	test('does not count what a retry has from the execution of the day before', async () => {
		s.strike(to(1), REFUSED);
		const failed = await s.send(people(2), { maxConcurrent: 1 });
		passes(24.1 * HOUR);
		await s.send(people(2), {}, { mode: 'retry', context: keptOf(failed) });
		await expectMade(1);
	});

	test('with more of them than a page shows', async () => {
		made(...Array<number>(130).fill(2));
		await expectMade(130);
		// Those that this process sent itself, the list shows only in part.
		await s.send(people(130));
		await expectMade(261);
	});

	test('a list that cannot be read, or does not count, lets nothing pass', async () => {
		s.strikeList({ code: 9 }, 1);
		const refused = await s.send(people(1), { maxPerDay: 5 }, CONTINUE);
		const error =
			/^It was not sent, because the messages of the last 24 hours could not be counted: /;
		const details = { outcome: 'refused', field: 'maxPerDay' };
		expect(refused.main[0].json).toMatchObject({ error: expect.stringMatching(error), details });
		made(...Array<number>(100).fill(2));
		s.service.setFreedoms({ totalForm: 'absent' });
		expect(await words(people(1), { maxPerDay: 500 })).toEqual([says('could not be counted')]);
		expect(s.called()).toEqual([]);
	});

	test('a dry run does not ask, and who is skipped is not counted', async () => {
		made(1);
		expect(await words(people(1), { maxPerDay: 1, dryRun: true })).toEqual(['dryRun']);
		expect(s.service.calls).toEqual([]);
		const skipping = { maxPerDay: 2, skipRecipients: to(0) };
		expect(await words(people(2), skipping)).toEqual(['skipped', 'accepted']);
	});

	test.each([
		// The day would have 20 hours, or 21.
		['the zone of the credential is 4 hours ahead', 22, 'Asia/Vladivostok', 0],
		['the clock of n8n is 3 hours behind', 19, 'Asia/Almaty', 3 * HOUR],
	])('the day is that of the messages that were just sent: %s', async (_, age, timezone, ahead) => {
		made(age);
		s.service.advance(ahead);
		const more = { credential: s.credential({ timezone }), ...CONTINUE };
		expect(await words(people(1), { maxPerDay: 2 }, more)).toEqual(['accepted']);
		passes(1000);
		expect(await words(people(1), { maxPerDay: 2 }, more)).toEqual([says('made 2 messages')]);
	});

	test('the day after clocks were set back it has no hour less', async () => {
		jest.setSystemTime(Date.UTC(2026, 9, 26, 0, 15));
		const timezone = 'Europe/Berlin';
		s.service.setFreedoms({ accountTimezone: timezone });
		made(23.8, 23.2);
		const more = { credential: s.credential({ timezone }), ...CONTINUE };
		for (const cap of ['maxPerDay', 'maxPerRecipientPerDay'])
			expect(await words([{ to: to(9), text: 'Hi' }], { [cap]: 2 }, more)).toEqual([
				says(' 2 messages'),
			]);
	});

	test('of a list that counts fewer than it shows, what it shows counts', async () => {
		s.service.setFreedoms({ totalOff: -3 });
		made(1, 1, 1, 1);
		await expectMade(4);
	});

	test('a deferred message does not show how the times of the list run', async () => {
		const deferred = { additionalFields: { deferredToTs: '2026-03-10 14:00:00' } };
		await s.send(people(1), {}, deferred);
		passes(3 * HOUR);
		made(23);
		await expectMade(2);
	});
});

describe('executions at the same moment', () => {
	const passing = (all: string[]) => all.filter((word) => word === 'accepted').length;

	test('together keep Max per Day', async () => {
		made(1, 2);
		const all = await flood(range(40), { maxPerDay: 12 });
		expect([passing(all), s.called().length]).toEqual([10, 10]);
		expect(all.find((word) => word !== 'accepted')).toMatch(
			/^The account made 12 messages in the last 24 hours( \(of these \d+ not yet sent\))? and the run has 1, but/,
		);
	});

	test('together keep Max per Recipient per Day', async () => {
		made([1, to(3)]);
		const all = await flood(Array<number>(20).fill(3), { maxPerRecipientPerDay: 4 });
		expect([passing(all), s.called().length]).toEqual([3, 3]);
	});

	test('of messages of another that wait with the same Send Once Key, one counts', async () => {
		await s.acquaint();
		const open = s.hold(SEND);
		const options = { sendOnceKey: fromItem('key'), maxPerDay: 9, maxConcurrent: 1 };
		const run = s.send(
			people(4, (n) => ({ key: `k${n % 2}` })),
			options,
		);
		await until(() => s.called().length === 1);
		// Of the run, 1 is being sent, and of the others 2 wait.
		expect(await flood([5], { maxPerDay: 5 })).toEqual(['accepted']);
		open();
		expect(wordsOf(await run)).toEqual(['accepted', 'accepted', 'skipped', 'skipped']);
	});

	test('together keep it where some look their Send Once Keys up meanwhile', async () => {
		const options = { maxPerRecipientPerDay: 3, sendOnceKey: fromItem('text') };
		const pair = (run: number) => [0, 1].map((n) => ({ to: to(3), text: `Hi ${run} ${n}` }));
		await Promise.all(range(6).map(async (run) => await s.send(pair(run), options, CONTINUE)));
		expect(s.called()).toHaveLength(3);
	});

	test('what another one sends while a long list is read counts, however long that takes', async () => {
		made(...Array<number>(201).fill(2));
		const { held, open } = gate();
		s.service.faults.add({
			method: LIST,
			when: ({ rawBody }) => rawBody.includes(to(1)),
			kind: { delay: held },
		});
		const run = words(people(2), { maxPerRecipientPerDay: 1 });
		await until(() => s.callsOf(LIST).length === 3);
		await s.send(people(1));
		passes(80_000);
		open();
		expect(await run).toEqual([says('has 1 message'), 'accepted']);
	});

	test('of two equal messages that wait for their responses, the list shows one: both count', async () => {
		await s.acquaint();
		const { held, open } = gate();
		const runs = [];
		for (const at of ['after', 'before'] as const) {
			s.strike(to(0), { delay: held, at });
			runs.push(s.send(people(1), { maxPerDay: 9 }));
			await until(() => s.called().length === runs.length);
		}
		await until(() => s.taken().length === 1);
		// What others make meanwhile, or this process to the same number, is none of them.
		made(0);
		await s.send([{ to: to(0), text: 'Another' }]);
		expect(await flood([5], { maxPerDay: 5 })).toEqual([says('made 5 messages')]);
		open();
		await Promise.all(runs);
	});

	test('what the list shows before its call is answered counts once, what was not sent no longer', async () => {
		await s.acquaint();
		const { held, open } = gate();
		s.strike(to(1), { delay: held, at: 'after' });
		s.strike(to(8), { code: 15 });
		s.strike(to(7), REFUSED);
		const items = [{ to: to(7), text: 'Hi' }, ...people(3)];
		const run = s.send(items, { maxPerDay: 9, maxConcurrent: 1 }, CONTINUE);
		await until(() => s.taken().length === 2);
		// 1 before, and of the run 1 that is accepted, 1 that the list shows, and 1 that waits.
		expect(await flood([8], { maxPerDay: 5 })).toEqual([says('code 15')]);
		const both = { maxPerRecipientPerDay: 2, maxPerDay: 6 };
		expect(await flood([4, 4], both)).toEqual(['accepted', 'accepted']);
		expect(await flood([5], both)).toEqual([
			'The account made 6 messages in the last 24 hours (of these 1 not yet sent) and the run has 1, but Max per Day allows 6, so it sent nothing',
		]);
		expect(await flood([2], { maxPerRecipientPerDay: 1 })).toEqual([says('has 1 message')]);
		// What waits is none of another account's.
		const credential = s.credential({ baseUrl: s.service.url.replace('127.0.0.1', 'localhost') });
		expect(await words(people(1), { maxPerDay: 6 }, { credential })).toEqual(['accepted']);
		open();
		expect((await run).error).toBeUndefined();
		expect(await flood([5, 5], { maxPerDay: 8 })).toEqual(
			expect.arrayContaining(['accepted', says('made 8 messages')]),
		);
	});
});

describe('Max per Recipient per Day', () => {
	test('the day is that of the newest message, where the clock of n8n was set since the first', async () => {
		s.service.advance(3 * HOUR);
		await s.send(people(1));
		passes(1000);
		// It was 3 hours behind.
		jest.setSystemTime(Date.now() + 3 * HOUR);
		s.service.advance(-3 * HOUR);
		await s.send(people(150));
		passes(1000);
		made(22);
		const items = [9, 200].map((n) => ({ to: to(n), text: 'Hi' }));
		const expected = [says('has 2 messages'), 'accepted'];
		expect(await words(items, { maxPerRecipientPerDay: 2 })).toEqual(expected);
	});

	test('refuses the items that pass it', async () => {
		// The service also finds a longer number that has this one in it.
		made([1, to(0)], [25, to(0)], [2, `${to(0)}5`], [3, to(1)], [4, to(1)]);
		const items = [0, 0, 1, 2, 2, 2].map((n, k) => ({ to: to(n), text: `Hello ${k}` }));
		const { main } = await s.send(items, { maxPerRecipientPerDay: 2, maxConcurrent: 1 }, CONTINUE);
		const passed = (n: number) =>
			`${to(n)} has 2 messages of the last 24 hours, but Max per Recipient per Day allows 2`;
		expect(wordsOf({ main })).toEqual([
			...['accepted', passed(0), passed(1)],
			...['accepted', 'accepted', passed(2)],
		]);
		const details = { outcome: 'refused', field: 'maxPerRecipientPerDay', recipient: to(0) };
		expect(main[1].json.details).toEqual(details);
		expect(s.callsOf(LIST)).toHaveLength(1);
	});

	test.each([
		['the whole day, where it has fewer pages', 4, [undefined, undefined, undefined, undefined]],
		['each number, where those are fewer', 2, [undefined, to(0), to(1)]],
		['a single number', 1, [to(0)]],
	])('reads %s', async (_, numbers, asked) => {
		made(...Array<number>(250).fill(2), [3, to(0)], [1, to(1)]);
		const options = { maxPerRecipientPerDay: 1, maxConcurrent: 1 };
		const all = await words(people(numbers), options);
		const capped = all.filter((word) => String(word).includes('has 1 message'));
		expect(capped).toHaveLength(Math.min(numbers, 2));
		expect(s.callsOf(LIST).map(({ params }) => Object(params).criteria.to)).toEqual(asked);
	});

	test('a list that cannot be read is not asked for each number', async () => {
		s.strikeList({ code: 9 });
		const { main } = await s.send(people(30), { maxPerRecipientPerDay: 1 }, CONTINUE);
		const details = expect.objectContaining({ field: 'maxPerRecipientPerDay' });
		const refused = { error: says('could not be counted'), details };
		expect(main.map(({ json }) => json)).toMatchObject(range(30).map(() => refused));
		expect(s.service.calls.map(({ method }) => method)).toEqual([LIST]);
	});

	test('in stop mode nothing is sent when an item passes it; what cannot be counted neither', async () => {
		made([1, to(1)]);
		const { error } = await s.send(people(2), { maxPerRecipientPerDay: 1 });
		expect(error?.message).toMatch(/^0 of 2 messages accepted; item 2: 77011231001 has 1 message/);
		// The whole day cannot be counted, and that of the first number not be read: then nobody's is known.
		made(...Array<number>(100).fill(2));
		s.service.setFreedoms({ totalForm: 'absent' });
		s.service.faults.add({
			method: LIST,
			when: ({ rawBody }) => rawBody.includes(to(0)),
			times: Infinity,
			kind: { code: 9 },
		});
		const items = people(3, (n) => ({ cap: [5, 5, 0][n] }));
		const options = { maxPerRecipientPerDay: fromItem('cap') };
		const uncounted = says('could not be counted');
		expect(await words(items, options)).toEqual([uncounted, uncounted, 'accepted']);
		expect(s.called()).toEqual([to(2)]);
	});
});

test('a run that a bad item stops asks for no counts and no keys', async () => {
	const bad = [...people(3), { to: to(3), text: '' }];
	const { error } = await s.send(bad, { maxPerDay: 9, maxPerRecipientPerDay: 1 });
	expect(error?.message).toBe('0 of 4 messages accepted; item 4: "Text" is empty');
	// Nor for keys, to tell what a cap stops from what was sent.
	bad[3] = { to: 'nobody', text: 'Hi' };
	await s.send(bad, { maxMessages: 1, sendOnceKey: fromItem('to') });
	expect([s.service.calls, [...s.store.lists]]).toEqual([[], []]);
});

const keyed = (...keys: string[]) => keys.map((key) => ({ to: to(0), text: `Hello ${key}`, key }));

test('what a Send Once Key stops is skipped, also where a cap is reached', async () => {
	const options = { sendOnceKey: fromItem('key'), maxPerRecipientPerDay: 1, maxConcurrent: 1 };
	await s.send(keyed('k'), options);
	const [again, another] = keyed('k', 'other');
	const stopped = await s.send([again, { ...another, to: to(1), key: 'third' }, another], options);
	expect(stopped.error?.message).toMatch(/^0 of 3 messages accepted; item 3: .* has 1 message/);
	expect(s.called()).toEqual([to(0)]);
	const items = [again, another, { ...another, to: to(1) }];
	// Max Messages does not count them.
	const ends = ['skipped', says('has 1 message'), 'accepted'];
	expect(await words(items, { ...options, maxMessages: 1 })).toEqual(ends);
	const both = [again, { ...another, to: to(2), key: 'new' }];
	const { main, hints } = await s.send(both, { ...options, maxPerDay: 2 }, CONTINUE);
	expect(wordsOf({ main })).toEqual(['skipped', says('made 2 messages')]);
	expect(hints).toEqual([says('One message was not sent, because the Se')]);
	// What was too many has not used its key.
	passes(25 * HOUR);
	expect(await words([{ ...another, key: 'new' }], options)).toEqual(['accepted']);
});

test.each([{}, { sendOnceKey: fromItem('key') }])(
	'Max Messages does not count what Max per Recipient per Day holds back, with %j',
	async (key) => {
		await flood([0], {});
		const options = { ...key, maxPerRecipientPerDay: 1, maxMessages: 1 };
		const items = people(2, (n) => ({ key: n }));
		expect(await words(items, options)).toEqual([says('has 1 message'), 'accepted']);
	},
);

test.each([
	[{ maxPerDay: 1 }, 'the run has 2, but'],
	[{ maxPerRecipientPerDay: 1 }, 'has 1 message'],
])('a message whose Send Once Key was used takes no place of another: %j', async (cap, refusal) => {
	const options = { sendOnceKey: fromItem('key'), maxConcurrent: 1, ...cap };
	expect(await words(keyed('a'), options)).toEqual(['accepted']);
	passes(25 * HOUR);
	s.service.calls.splice(0);
	expect(await words(keyed('a', 'b', 'b'), options)).toEqual(['skipped', 'accepted', 'skipped']);
	expect(s.callsOf(LIST)).toHaveLength(1);
	passes(25 * HOUR);
	const ends = [
		'skipped',
		'maxPerDay' in cap ? says(refusal) : 'accepted',
		'skipped',
		says(refusal),
	];
	expect(await words(keyed('a', 'c', 'b', 'd'), options)).toEqual(ends);
});

test('what is unknown counts, too, as long as the list does not show it, and once when it does', async () => {
	await s.acquaint();
	s.service.faults.listLag = 60_000;
	s.strike(to(0), UNHEARD);
	expect(await words(people(1), {})).toEqual([says('It is not known')]);
	for (const wait of [0, 61_000]) {
		passes(wait);
		const caps = { maxPerRecipientPerDay: 1, maxPerDay: 3 };
		expect(await flood([0], caps)).toEqual([says('has 1 message')]);
		const two = says('made 2 messages in the last 24 hours and');
		expect(await flood([5], { maxPerDay: 2 })).toEqual([two]);
	}
	expect(await flood([5], { maxPerDay: 3 })).toEqual(['accepted']);
});

test('what is unknown, and what the list shows of an unknown one after it, count once each', async () => {
	await s.acquaint();
	s.strike(to(0), LOST);
	s.strike(to(1), UNHEARD);
	s.strikeList({ code: 9 });
	await s.send(people(2), { maxConcurrent: 1 }, CONTINUE);
	s.service.faults.clear();
	await expectMade(3);
});

test('what is unknown, and never shows in the list, counts no longer when it would have', async () => {
	await s.acquaint();
	s.strike(to(0), LOST);
	await s.send(people(1), {}, CONTINUE);
	const caps = { maxPerRecipientPerDay: 1, maxPerDay: 2 };
	expect(await flood([0], caps)).toEqual([says('2 messages')]);
	passes(80_000);
	expect(await flood([0], caps)).toEqual(['accepted']);
});
