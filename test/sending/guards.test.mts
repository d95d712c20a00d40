import { DateTime } from 'luxon';

import { inALoop } from './lib/inALoop.mts';
import { people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();
const onError = 'continueRegularOutput' as const;

test('Max Segments refuses the message that takes more, and only that', async () => {
	const items = [160, 161, 306, 307].map((length, n) => ({ to: to(n), text: 'a'.repeat(length) }));
	const { main } = await s.send(items, { maxSegments: 2 }, { onError });
	expect(main.map(({ json }) => json.error ?? json.segments)).toEqual([
		1,
		2,
		2,
		'"Text" makes 3 segments, and Max Segments allows 2',
	]);
	expect(s.called()).toHaveLength(3);
});

test('Max Total Segments: the run is refused before anything is sent, with the total', async () => {
	const items = people(3, () => ({ text: 'a'.repeat(161) }));
	const { error } = await s.send(items, { maxTotalSegments: 5 });
	expect(error?.message).toBe(
		'0 of 3 messages accepted; every item: The run has 6 segments, and Max Total Segments allows 5, so nothing was sent',
	);
	expect(s.service.calls).toEqual([]);
	await s.send(items, { maxTotalSegments: 6 });
	expect(s.called()).toHaveLength(3);
});

test('caps count over all runs of a loop, and a second try does not count twice', async () => {
	s.strike(to(1), { code: 15 });
	const node = s.node([], { maxMessages: 5 }, { retryOnFail: { maxTries: 2 } });
	const run = await inALoop(s.engine, node, [people(2), people(3), people(1)]);
	expect(s.service.store.messages.size).toBe(5);
	expect(run.data.resultData.error?.message).toBe(
		'The run has 1 messages after 5 earlier in this execution, and Max Messages allows 5, so nothing was sent',
	);
});

test.each([
	[3, 'sends'],
	[2, 'refuses'],
])('Max Messages %i: a run of three messages %s', async (maxMessages, does) => {
	const { main, error } = await s.send(people(3), { maxMessages });
	const refusal = 'The run has 3 messages, and Max Messages allows 2, so nothing was sent';
	if (does === 'sends') expect([main.length, s.called().length]).toEqual([3, 3]);
	else expect(error?.message).toBe(`0 of 3 messages accepted; every item: ${refusal}`);
	if (does === 'refuses') expect(s.service.calls).toEqual([]);
});

test('Max Messages with Continue: every item fails, nothing is sent', async () => {
	const { main, error } = await s.send(people(3), { maxMessages: 2 }, { onError });
	expect(error).toBeUndefined();
	expect(main.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
		range(3).map((item) => [
			'The run has 3 messages, and Max Messages allows 2, so nothing was sent',
			{ item },
		]),
	);
	expect(s.service.calls).toEqual([]);
});

/** Almaty is 5 hours ahead of UTC, without summer time. */
test('the window of deferred sending is measured in the account’s zone', async () => {
	const now = DateTime.now().setZone('Asia/Almaty').startOf('second');
	const at = [
		{ minutes: 59 },
		{ minutes: 61 },
		{ days: 14, minutes: -1 },
		{ days: 14, minutes: 1 },
		{ days: -1 },
	].map((ahead) => now.plus(ahead).toFormat('yyyy-MM-dd HH:mm:ss'));
	const { main } = await s.send(
		people(5, (n) => ({ at: at[n] })),
		{},
		{
			onError,
			timezone: 'America/New_York',
			additionalFields: { deferredToTs: '={{ $json.at }}' },
		},
	);
	expect(main.map(({ json }) => json.error ?? json.statusText)).toEqual([
		`"Send At" is ${at[0]} in Asia/Almaty, which is less than 1 hour ahead`,
		'deferred',
		'deferred',
		`"Send At" is ${at[3]} in Asia/Almaty, which is more than 14 days ahead`,
		`"Send At" is ${at[4]} in Asia/Almaty, which is less than 1 hour ahead`,
	]);
	expect(main[1].json.deferredToTs).toBe(at[1]);
	expect(main[1].json.deferredTo).toMatch(/-0[45]:00$/);
	expect(Date.parse(String(main[1].json.deferredTo))).toBe(now.plus({ minutes: 61 }).toMillis());
	const sent = s.callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody));
	expect(sent.map((form) => form.get('params[deferredToTs]')).sort()).toEqual([at[1], at[2]]);
});

test.each(['', '  ', null])('an empty sender (%j) is left out', async (from) => {
	await s.send(
		people(1, () => ({ from })),
		{},
		{ additionalFields: { from: '={{ $json.from }}' } },
	);
	expect(s.callsOf(SEND)[0].params).toEqual({ recipient: to(0), text: 'Hello 0' });
});
