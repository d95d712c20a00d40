import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { keptOf, people, sending, to } from './lib/sending.mts';
import { asTool } from './support/tool.mts';

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 20) };
});

const s = sending();
const onError = 'continueRegularOutput' as const;
const HOUR = 60;

/** So many minutes from now, on a full minute. */
const ahead = (minutes: number) => DateTime.utc().plus({ minutes }).startOf('minute');
const hhmm = (minutes: number) => ahead(minutes).toFormat('HH:mm');

/** Hours of UTC that open and close so many minutes from now. */
const hours = (from: number, to: number, more: INodeParameters = {}): INodeParameters => ({
	allowedHours: { values: { from: hhmm(from), to: hhmm(to), timezone: 'UTC', ...more } },
});
const OPEN = hours(-HOUR, HOUR);
const IN_5_HOURS = hours(5 * HOUR, 8 * HOUR);

const deferrals = () =>
	s.callsOf('Message/SendSmsMessage').map(({ rawBody }) => {
		const time = new URLSearchParams(rawBody).get('params[deferredToTs]');
		return time && s.service.store.zone.parse(time);
	});

test('within the hours a message is sent at once', async () => {
	const { main } = await s.send(people(2), OPEN);
	expect(deferrals()).toEqual([null, null]);
	for (const { json } of main) {
		expect(json).toMatchObject({ statusText: 'sent', outcome: 'accepted' });
		expect(json).not.toHaveProperty('deferredTo');
	}
});

test('outside of them it is deferred to the opening, and the output and the hint say so', async () => {
	const opening = ahead(5 * HOUR);
	const { main, run } = await s.send(people(2), IN_5_HOURS);
	expect(deferrals()).toEqual([opening.toMillis(), opening.toMillis()]);
	const deferredTo = String(main[0].json.deferredTo);
	expect(DateTime.fromISO(deferredTo).toMillis()).toBe(opening.toMillis());
	expect(main.map(({ json }) => json)).toEqual(
		[0, 1].map(() =>
			expect.objectContaining({
				statusText: 'deferred',
				deferredToTs: opening.setZone('Asia/Almaty').toFormat('yyyy-MM-dd HH:mm:ss'),
				deferredTo,
			}),
		),
	);
	expect(run.data.resultData.runData.Node[0].hints?.map(({ message }) => message)).toEqual([
		`2 messages wait until ${deferredTo}.`,
	]);
});

test('an opening in less than an hour: a bit over an hour ahead, also by a clock that is minutes ahead', async () => {
	const before = Date.now();
	s.service.freedoms.accountClockOffset = 4 * 60_000;
	const { main } = await s.send(people(1), hours(30, 4 * HOUR));
	expect(main.map(({ json }) => json.statusText)).toEqual(['deferred']);
	const [deferredTo] = deferrals();
	expect(deferredTo).toBeGreaterThanOrEqual(before + 65 * 60_000);
	expect(deferredTo).toBeLessThanOrEqual(Date.now() + 66 * 60_000);
});

test('an opening that is over within the hour is left for the next day', async () => {
	const opening = ahead(20).plus({ days: 1 }).toMillis();
	await s.send(people(1), hours(20, 50));
	expect(deferrals()).toEqual([opening]);
});

test('only on some days: those on which it opens', async () => {
	const day = DateTime.utc().plus({ days: 3 });
	const given = hours(-HOUR, HOUR, { days: [day.setLocale('en').toFormat('ccc').toLowerCase()] });
	await s.send(people(1), given);
	expect(deferrals()).toEqual([ahead(-HOUR).plus({ days: 3 }).toMillis()]);
});

test('without a zone the hours are those of the account', async () => {
	const local = (minutes: number) => ahead(minutes).setZone('Asia/Almaty').toFormat('H:mm');
	await s.send(people(1), {
		allowedHours: { values: { from: local(3 * HOUR), to: local(4 * HOUR) } },
	});
	expect(deferrals()).toEqual([ahead(3 * HOUR).toMillis()]);
});

test('an item whose Send At lies outside is refused by name, one inside is kept', async () => {
	const { main } = await s.send(
		people(2, (n) => ({ at: ahead((n === 0 ? 6 : 9) * HOUR).toISO() })),
		IN_5_HOURS,
		{ additionalFields: { deferredToTs: '={{ $json.at }}' }, onError },
	);
	expect(deferrals()).toEqual([ahead(6 * HOUR).toMillis()]);
	expect(main[1].json).toMatchObject({
		error: expect.stringMatching(/^"Send At" is .*, outside of "Allowed Hours": .* in UTC$/),
		details: { outcome: 'refused', field: 'deferredToTs' },
	});
});

test('tried again: what was sent stays as it was sent, what was not is decided anew', async () => {
	s.strike(to(1), { code: 15 });
	s.strike(to(2), { drop: 'after' });
	let isReadable = false;
	s.service.faults.add({
		method: 'Message/List',
		when: () => !isReadable,
		times: Infinity,
		kind: { code: 9 },
	});
	const context = keptOf(await s.send(people(3), IN_5_HOURS, { onError }));
	isReadable = true;
	const { main } = await s.send(people(3), hours(7 * HOUR, 8 * HOUR), { onError, context });
	const [first, second] = [ahead(5 * HOUR), ahead(7 * HOUR)].map((time) => time.toMillis());
	expect(s.taken()).toEqual([to(0), to(2), to(1)]);
	expect(main.map(({ json }) => Date.parse(String(json.deferredTo)))).toEqual([
		first,
		second,
		first,
	]);

	const sent = keptOf(await s.send([...people(1), { to: 'nobody', text: 'x' }], OPEN, { onError }));
	const again = await s.send(people(1), IN_5_HOURS, { context: sent });
	expect(again.main[0].json.statusText).toBe('sent');
	expect(again.main[0].json).not.toHaveProperty('deferredTo');
});

test('as a tool, a call that is tried again is known although its time has moved', async () => {
	const now = jest.spyOn(Date, 'now');
	const real = now.getMockImplementation() ?? (() => performance.timeOrigin + performance.now());
	try {
		s.strike(to(0), { drop: 'before' });
		const tool = await asTool(s.engine, s.node([], hours(30, 4 * HOUR), {}));
		const call = { to: to(0), text: 'Hello 0' };
		expect(await tool(call)).toMatch(/It is not known whether/);
		now.mockImplementation(() => real() + 10 * 60_000);
		expect(await tool(call)).toMatch(/It is not known whether/);
		expect(s.called()).toEqual([to(0)]);
	} finally {
		now.mockRestore();
	}
}, 60_000);

test('Dry Run shows the time', async () => {
	const { main } = await s.send(people(1), { ...IN_5_HOURS, dryRun: true });
	const deferredToTs = ahead(5 * HOUR)
		.setZone('Asia/Almaty')
		.toFormat('yyyy-MM-dd HH:mm:ss');
	expect(main[0].json).toMatchObject({ outcome: 'dryRun', deferredToTs, params: { deferredToTs } });
	expect(s.service.calls).toEqual([]);
});

test.each([
	['is empty', {}],
	['is empty', { values: { from: '' } }],
	['is not a time of day', { values: { from: 'nine' } }],
	['is the same time as "Hours From"', { values: { from: '9', to: '09:00' } }],
	['names no day', { values: { days: [] } }],
])('refused before anything is sent: %s', async (says, allowedHours) => {
	const { error } = await s.send(people(2), { allowedHours } as INodeParameters);
	expect(error?.message).toContain(says);
	expect(s.service.calls).toEqual([]);
});

test('the hours end during a run, by the clock of the service: what is left is deferred', async () => {
	s.service.faults.add({
		method: 'Message/SendSmsMessage',
		when: () => {
			s.service.advance(3 * HOUR * 60_000);
			return true;
		},
		kind: { delay: 0 },
	});
	await s.send(people(2), { ...hours(-HOUR, 2 * HOUR), maxConcurrent: 1 });
	expect(deferrals()).toEqual([null, ahead(-HOUR).plus({ days: 1 }).toMillis()]);
});
