import type { Freedoms } from '../service/index.mts';
import { passes, pauses } from './lib/clock.mts';
import { count, crashes, others } from './lib/crashes.mts';
import { wordOf, wordsOf } from './lib/scene.mts';
import { HOUR, keptOf, LIST, people, REFUSED, startProcess, to } from './lib/sending.mts';

const { s, clock, killedAt, retry, sentTwice } = crashes();

test('clocks are set back amid the run: what was sent after that looks older, and is not sent again', async () => {
	const timezone = 'Europe/Berlin';
	const began = Date.UTC(2026, 9, 25, 0, 50);
	jest.setSystemTime(began);
	s.service.setFreedoms({ accountTimezone: timezone });
	const more = { credential: s.credential({ timezone }), began };
	s.atEach(() => passes(4 * 60_000));
	await s.send(people(4), { maxConcurrent: 1 }, { mode: 'trigger', ...more });
	s.restart();
	passes(80_000);
	await retry(people(4), began, more);
	expect([sentTwice(), s.taken().length]).toEqual([[], 4]);
});

test.each<[what: string, lag: number, free: Partial<Freedoms>, timezone: string]>([
	['shows messages 75 s late', 75_000, {}, 'Asia/Almaty'],
	['has a clock that is 7 s behind', 0, { accountClockOffset: -7000 }, 'Asia/Almaty'],
	['has a clock that is 7 s ahead', 2000, { accountClockOffset: 7000 }, 'Asia/Almaty'],
	['has a clock that is 5 minutes behind', 60_000, { accountClockOffset: -300_000 }, 'Asia/Almaty'],
	['is in a zone west of the one in the credential', 0, {}, 'Asia/Tokyo'],
	['is in a zone east of the one in the credential', 60_000, {}, 'America/New_York'],
	['has moved texts', 0, { textStored: 'trimmed' }, 'Asia/Almaty'],
])('the list %s: nobody gets a message twice', async (_, lag, free, timezone) => {
	s.service.setFreedoms(free);
	s.service.faults.listLag = lag;
	const credential = s.credential({ timezone });
	const items = people(12, (n) => ({ text: ` Hello ${n}` }));
	const began = await killedAt(6, items, { credential });
	s.service.faults.listLag = lag;
	await retry(items, began, { credential });
	s.restart();
	passes(100_000);
	const { main } = await retry(items, began, { credential });
	expect(sentTwice()).toEqual([]);
	expect(s.taken()).toHaveLength(12);
	expect(main.every((item) => ['found', 'unknown'].includes(wordOf(item)))).toBe(true);
	const reasons = main.flatMap(({ json }) => Object(json.details).reason ?? []);
	expect(reasons.every((reason) => ['time', 'text'].includes(reason))).toBe(true);
});

test.each<[what: string, free: Partial<Freedoms>, timezone: string]>([
	['has a clock that is 5 minutes behind', { accountClockOffset: -300_000 }, 'Asia/Almaty'],
	['has a clock that is 5 minutes ahead', { accountClockOffset: 300_000 }, 'Asia/Almaty'],
	['is in a zone west of the one in the credential', {}, 'Asia/Tokyo'],
	['is in a zone east of the one in the credential', {}, 'America/New_York'],
])('the list %s: an accepted message shows it, so all are found', async (_, free, timezone) => {
	s.service.setFreedoms(free);
	const credential = s.credential({ timezone });
	// Equal ones of before, which the list shows as well, and one to somebody who was not reached.
	await s.send([...people(2), ...others(people(12).slice(11))], {}, { credential });
	passes(30_000);
	const began = await killedAt(6, people(12), { credential });
	await s.acquaint();
	const words = wordsOf(await retry(people(12), began, { credential }));
	expect(count(words, 'found') + count(words, 'sent')).toBe(12);
	expect(s.taken()).toHaveLength(15);
});

test('a list that is late for what a retry in another process has just sent is waited for', async () => {
	const [began, items] = [Date.now(), people(4)];
	s.strike(to(0), REFUSED);
	const failed = await s.send(items, { maxConcurrent: 1 }, { began });
	const kept = () => ({ context: keptOf(failed) });
	s.service.faults.listLag = 30_000;
	const process = startProcess();
	await retry(people(1), began, { ...kept(), process });
	passes(31_000);
	await retry(items, began, { ...kept(), process });
	expect(s.taken()).toHaveLength(4);
	expect(wordsOf(await retry(items, began, kept()))).toEqual(items.map(() => 'found'));
});

test('another worker, older than the execution, waits until the list must show what a killed one sent', async () => {
	const process = startProcess();
	passes(60_000);
	s.service.faults.listLag = 60_000;
	const began = await killedAt(6, people(12));
	s.service.faults.listLag = 60_000;
	await retry(people(12), began, { process });
	expect([sentTwice(), s.taken().length]).toEqual([[], 12]);
});

test.each([
	['an hour ahead', -HOUR, 0],
	['an hour behind', HOUR, 60_000],
	['half a minute ahead', -HOUR / 120, 0],
	['two minutes ahead', -HOUR / 30, 0],
])('n8n was %s, and is set right before two retries: nobody gets it twice', async (_, by, lag) => {
	[clock.aheadMs, s.service.faults.listLag] = [by, lag];
	const began = await killedAt(6, people(12));
	[clock.aheadMs, s.service.faults.listLag] = [0, lag];
	jest.setSystemTime(Date.now() + by);
	for (let n = 0; n < 2; n++) {
		passes(60_000);
		await retry(people(12), began);
		expect(sentTwice()).toEqual([]);
	}
});

test('the clock was set back by an hour since the execution began: its retry waits for the list, not for an hour, and reads two days at most', async () => {
	const process = startProcess();
	const began = await killedAt(2, people(2));
	jest.setSystemTime(Date.now() - HOUR);
	await retry(people(2), began, { process });
	expect(Math.max(...pauses)).toBe(75_000);
	// However old the account is, only what zones and clocks may hide is read.
	for (const { params } of s.callsOf(LIST))
		expect(Object(params).criteria.campaignCreateTsFrom).toMatch(/^2026-03-09/);
});

test('a run that began by a clock two minutes ahead: what its retry sent is known to the next one', async () => {
	const began = Date.now();
	passes(HOUR);
	clock.aheadMs = -120_000;
	s.strike(to(0), REFUSED);
	const failed = await s.send(people(1), {}, { mode: 'trigger', began });
	clock.aheadMs = 0;
	jest.setSystemTime(Date.now() - 120_000);
	const words = [];
	for (let n = 0; n < 2; n++) {
		s.restart();
		passes(20_000);
		words.push(...wordsOf(await retry(people(1), began, { context: keptOf(failed) })));
	}
	expect([words, s.taken()]).toEqual([['sent', 'found'], [to(0)]]);
});
