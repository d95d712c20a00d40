import type { INodeParameters } from 'n8n-workflow';

import { allowedHoursField } from '../../nodes/Message/hours/allowedHours';
import { fromItem } from '../engine/lib/harness.mts';
import { passes } from './lib/clock.mts';
import { play, type Step } from './lib/scene.mts';
import { CONTINUE, HOUR, people, REFUSED, SEND, sendingByOwnClock } from './lib/sending.mts';
import { UNHEARD } from './lib/sending.mts';

// It is Tuesday, 2026-03-10, 07:00 in UTC and 12:00 in the account's zone, Asia/Almaty.
const s = sendingByOwnClock();
const hours = (from: string, until: string, more: INodeParameters = {}) => ({
	allowedHours: { values: { from, to: until, timezone: 'UTC', ...more } },
});
const OPEN = hours('06:00', '08:00');
const IN_5_HOURS = hours('12:00', '15:00');
const SEND_AT = { additionalFields: { deferredToTs: '={{ $json.at }}' } };

/** Of three messages one is sent, one refused, and of one the response is lost. */
const EACH_ANOTHER_END: Omit<Step, 'items'> = {
	...CONTINUE,
	faults: [
		[1, REFUSED],
		[2, UNHEARD],
	],
	unreadable: 5,
	called: [0, 1, 2],
	ends: ['sent', 'refused', 'unknown'],
};

/** What the calls ask for, in the account's zone; null for at once. */
const asked = () =>
	s.callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody).get('params[deferredToTs]'));

const at = (hour: number) => ({
	items: people(3, () => ({ at: `2026-03-10 ${hour}:00:00` })),
	...SEND_AT,
});

const within = (options: INodeParameters) => ({ items: 3, options });

type Given = Omit<Step, 'called' | 'ends'>;
test.each<[string, before: Given, hour: number | undefined, after: Given, later: number]>([
	['Allowed Hours', within(IN_5_HOURS), 17, within(hours('14', '15')), 19],
	['Allowed Hours, first those of now', within(OPEN), undefined, within(IN_5_HOURS), 17],
	['Send At, as of $now', at(17), 17, at(19), 19],
])('a second try, other %s: only what was not sent has new times', async (...given) => {
	const [, before, hour, after, later] = given;
	const again = { ...after, retries: 0, called: [1], ends: ['sent', 'sent', 'found'] };
	const [, { main }] = await play(s, { ...before, ...EACH_ANOTHER_END }, again);
	const times = [hour, later, hour].map((each) => each && `2026-03-10 ${each}:00:00`);
	expect(main.map(({ json }) => json.deferredToTs)).toEqual(times);
});

describe('Allowed Hours', () => {
	test.each<[when: string, given: INodeParameters, at: string | null]>([
		['at once within them', OPEN, null],
		['when they open', IN_5_HOURS, '2026-03-10 17:00:00'],
		['over an hour ahead, where they open before', hours('7:30', '11'), '2026-03-10 13:06:00'],
		['the next day, where they end within the hour', hours('7:20', '7:50'), '2026-03-11 12:20:00'],
		['on the days on which they open', hours('6', '8', { days: ['fri'] }), '2026-03-13 11:00:00'],
		['on days in words', hours('6', '8', { days: 'Friday; sat, sun' }), '2026-03-13 11:00:00'],
		['by the account’s zone', hours('15', '16', { timezone: '' }), '2026-03-10 15:00:00'],
	])('a message goes out %s', async (_, options, at) => {
		// The service takes it, also with a clock that is minutes ahead.
		s.service.setFreedoms({ accountClockOffset: 4 * 60_000 });
		const [{ main, hints }] = await play(s, { items: 1, options, called: [0], ends: ['sent'] });
		expect(asked()).toEqual([at]);
		const iso = `${at?.replace(' ', 'T')}+05:00`;
		if (at === null) expect(main[0].json).not.toHaveProperty('deferredTo');
		const waits = { statusText: 'deferred', deferredToTs: at, deferredTo: iso };
		expect(main[0].json).toMatchObject(at === null ? { statusText: 'sent' } : waits);
		expect(hints).toEqual(at === null ? [] : [`One message waits until ${iso}.`]);
	});

	// n8n saves nothing of an option that holds nothing.
	test('an option that was only added keeps the night free', async () => {
		passes(10 * HOUR);
		await s.send(people(1), { allowedHours: allowedHoursField.default as INodeParameters });
		expect(asked()).toEqual(['2026-03-11 09:00:00']);
	});

	test('an item whose Send At lies outside is refused by name, one inside is kept', async () => {
		await play(s, {
			items: people(2, (n) => ({ at: n === 0 ? '2026-03-10T13:00Z' : '2026-03-10T16:00Z' })),
			options: IN_5_HOURS,
			...CONTINUE,
			...SEND_AT,
			called: [0],
			ends: ['sent', 'refused'],
			errors: [
				'"Send At" is 2026-03-10 21:00:00 in Asia/Almaty, outside of "Allowed Hours": 12:00 to 15:00 in UTC, where it is Tue 16:00 then',
			],
		});
		expect(asked()).toEqual(['2026-03-10 18:00:00']);
	});

	test('they end during a run, by the clock of the service: what is left is deferred', async () => {
		s.atEach(() => s.service.advance(3 * HOUR));
		await s.send(people(2), { ...hours('06:00', '09:00'), maxConcurrent: 1 });
		expect(asked()).toEqual([null, '2026-03-11 11:00:00']);
	});

	test('what was read before the first message shows it the clock of the service', async () => {
		s.service.advance(3 * HOUR);
		await s.send(people(1), { ...hours('06:00', '09:00'), maxPerDay: 5 });
		expect(asked()).toEqual(['2026-03-11 11:00:00']);
	});

	test('Dry Run shows the time', async () => {
		const { main } = await s.send(people(1), { ...IN_5_HOURS, dryRun: true });
		const deferredToTs = '2026-03-10 17:00:00';
		expect(main[0].json).toMatchObject({ deferredToTs, params: { deferredToTs } });
		expect(Object.keys(main[0].json).slice(5, 7)).toEqual(['deferredToTs', 'deferredTo']);
		expect(s.service.calls).toEqual([]);
	});

	test('are refused where they begin only in the hour that the account’s clocks show twice', async () => {
		passes(Date.UTC(2026, 9, 18) - Date.now());
		const credential = { ...s.node([], {}, {}).credential, timezone: 'Europe/Berlin' };
		const options = hours('00:10', '00:20', { days: ['sun'] });
		const { error } = await s.send(people(1), options, { credential });
		expect(error?.message).toBe(
			'"Allowed Hours" (00:10 to 00:20 on Sun in UTC) do not begin within 14 days',
		);
		expect(s.service.calls).toEqual([]);
		// They are those of one item.
		const zone = (n: number) => ({ zone: n === 0 ? 'UTC' : 'Asia/Almaty' });
		const items = { items: people(2, zone), ...CONTINUE, credential, called: [] };
		const own = hours('00:10', '00:20', { days: ['sun'], timezone: fromItem('zone') });
		await play(s, { ...items, options: { ...own, dryRun: true }, ends: ['refused', 'dryRun'] });
	});

	test('are refused before anything is sent, where they were only added', async () => {
		const { error } = await s.send(people(2), { allowedHours: {} });
		expect(error?.message).toContain('was added, but has no hours');
		expect(s.service.calls).toEqual([]);
	});
});

describe('Send At', () => {
	test('is 1 hour to 14 days ahead in the account’s zone, whatever that of the workflow', async () => {
		const times = ['10 12:59', '10 13:01', '24 11:59', '24 12:01', '09 12:00'];
		const at = times.map((time) => `2026-03-${time}:00`);
		const [{ main }] = await play(s, {
			items: people(5, (n) => ({ at: at[n] })),
			...CONTINUE,
			...SEND_AT,
			timezone: 'America/New_York',
			called: [1, 2],
			ends: ['refused', 'sent', 'sent', 'refused', 'refused'],
			errors: [
				`"Send At" is ${at[0]} in Asia/Almaty, which is less than 1 hour ahead`,
				`"Send At" is ${at[3]} in Asia/Almaty, which is more than 14 days ahead`,
				`"Send At" is ${at[4]} in Asia/Almaty, which is less than 1 hour ahead`,
			],
		});
		expect(asked()).toEqual([at[1], at[2]]);
		// These are in the form of the service, so in the zone of the account, though without an offset.
		const picked = ' ahead. A picked time is in the time zone of the workflow (America/New_York). ';
		expect(main[0].json.message).toContain(picked);
		const deferred = { deferredToTs: at[1], deferredTo: '2026-03-10T04:01:00-04:00' };
		expect(main[1].json).toMatchObject({ statusText: 'deferred', ...deferred });
	});

	test.each([true, false])('too late from the start: nothing is sent, dry: %p', async (dryRun) => {
		const items = people(2, (n) => ({ at: n === 0 ? '2026-03-10T08:30Z' : '2026-03-10T07:59Z' }));
		const ends = /^\d of 2 messages accepted; item 2: "Send At" is .* less than 1 hour/;
		await play(s, { items, options: { dryRun }, ...SEND_AT, called: [], ends });
		expect(s.service.calls).toEqual([]);
	});

	test('tried again after the hour before: accepted is returned, unknown looked up, the rest refused', async () => {
		// The first try looks for its message for longer than 3 s.
		const given = { items: 3, additionalFields: { deferredToTs: '2026-03-10T08:00:03Z' } };
		const again = { ...given, retries: 0, called: [] };
		const errors = [/^"Send At" is .* which is less than 1 hour ahead$/];
		const ends = /^2 of 3 messages accepted; item 2: "Send At" is /;
		await play(
			s,
			{ ...given, ...EACH_ANOTHER_END },
			{ ...again, ...CONTINUE, ends: ['sent', 'refused', 'found'], errors },
			{ ...again, ends },
		);
	});
});
