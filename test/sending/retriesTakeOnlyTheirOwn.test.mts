import { KEYS } from '../engine/lib/harness.mts';
import { passes } from './lib/clock.mts';
import { count, crashes, others } from './lib/crashes.mts';
import { wordOf, wordsOf } from './lib/scene.mts';
import { CONTINUE, HOUR, keptOf, LOST, people, REFUSED, to } from './lib/sending.mts';

const { s, clock, killedAt, retry, sentTwice } = crashes();

/** Of another account, or of the same one after a rotation. */
const NEW_KEY = { apiKey: KEYS[KEYS.length - 1] };

test('a retry with the credential of another account, whose IDs are lower: nobody gets a message twice', async () => {
	const credential = s.credential(NEW_KEY);
	await s.send(people(30), {}, { credential });
	s.strike(to(0), REFUSED);
	const began = Date.now();
	const options = { maxConcurrent: 1 };
	const failed = await s.send(people(12), options, { mode: 'trigger', began, credential });
	expect(failed.error?.message).toContain('(code 15)');
	s.service.reset();
	const context = () => ({ context: keptOf(failed) });
	await killedAt(6, people(12), { mode: 'retry', began, ...context() });
	const sent = s.taken().length;
	const words = wordsOf(await retry(people(12), began, context()));
	expect([sentTwice(), count(words, 'found'), s.taken().length]).toEqual([[], sent, 12]);
});

test.each(['Asia/Almaty', 'America/New_York'])(
	'a text that is another one in the retry (%s): not sent to those who got the first, and it says why',
	async (timezone) => {
		const credential = s.credential({ timezone });
		const began = await killedAt(8, people(20), { credential });
		const sent = s.taken().length;
		const edited = people(20, (n) => ({ text: `Later, ${n}` }));
		const first = new Map([...s.service.store.messages.all()].map((each) => [each.to, each.id]));
		const { main } = await retry(edited, began, { credential });
		expect(sentTwice()).toEqual([]);
		const unknown = main.filter((item) => wordOf(item) === 'unknown');
		expect(unknown).toHaveLength(sent);
		for (const { json } of unknown) {
			const found = [Number(first.get(String(Object(json.details).recipient)))];
			expect(json.details).toMatchObject({ reason: 'text', found });
			expect(json.error).toMatch(/: an earlier try may have sent it$/);
		}
	},
);

test('a text that was changed right after a retry: not sent to whom that sent the first, although the list does not show it yet', async () => {
	await s.acquaint();
	const began = Date.now();
	passes(100_000);
	s.service.faults.listLag = 60_000;
	await retry(people(1), began);
	expect(wordsOf(await retry(others(people(1)), began))).toEqual(['unknown']);
});

test.each([
	['the same API key', {}, {}],
	['a new API key', NEW_KEY, {}],
	['a new API key, after one that sent nothing', NEW_KEY, { earlierRuns: 1 }],
])('a run long after its beginning, %s: takes no message of others', async (_, changed, later) => {
	const began = Date.now();
	passes(86_400_000);
	await s.send(people(1));
	s.restart();
	passes(2 * 86_400_000);
	s.strike(to(0), REFUSED);
	const failed = await s.send(people(1), {}, { mode: 'trigger', began });
	const more = { context: keptOf(failed), credential: s.credential(changed), ...later };
	const words = wordsOf(await retry(people(1), began, more));
	expect([words, s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
});

test.each([
	['half an hour before, where the zone may be too far east', HOUR / 2, 'Asia/Tokyo', 0],
	['half an hour before, where the zone may be too far west', HOUR / 2, 'America/New_York', 0],
	['half a minute before, by a clock that is a minute ahead', HOUR / 120, 'Asia/Almaty', 60_000],
])('an equal message of %s: neither found nor sent again', async (_, ms, timezone, ahead) => {
	clock.aheadMs = ahead;
	const credential = s.credential({ timezone });
	await s.send(people(1), {}, { credential });
	s.restart();
	passes(ms);
	const [{ json }] = (await retry(people(1), Date.now(), { credential })).main;
	expect(json.details).toMatchObject({ outcome: 'unknown', reason: 'time' });
	expect(s.taken()).toHaveLength(1);
});

test('an equal message that a retry of another execution has sent is not taken for it, also after a second retry of that has found it', async () => {
	const began = await killedAt(1, people(1));
	s.service.reset();
	await retry(people(1), began + 1);
	expect(wordsOf(await retry(people(1), began + 1))).toEqual(['found']);
	passes(100_000);
	expect(wordsOf(await retry(people(1), began))).toEqual(['sent']);
});

test('two that crashed: what the retry of one took for its own is not that of the other, which sends another one', async () => {
	const began = await killedAt(2, people(1));
	expect(wordsOf(await retry(people(1), began + 1))).toEqual(['found']);
	expect(wordsOf(await retry(people(1), began))).toEqual(['sent']);
	expect(s.taken()).toHaveLength(2);
	// The third one is certainly its own.
	await s.send(people(1), {}, { mode: 'trigger', began: began + 2 });
	expect(wordsOf(await retry(people(1), began + 2))).toEqual(['found']);
	expect(s.taken()).toHaveLength(3);
});

test('an equal message that a lost call of another execution may have made is in doubt', async () => {
	const began = await killedAt(2, people(2));
	s.strike(to(0), LOST);
	await s.send(people(1), {}, CONTINUE);
	const { main } = await retry(people(1), began);
	expect(main[0].json.details).toMatchObject({ outcome: 'unknown', reason: 'rival' });
});
