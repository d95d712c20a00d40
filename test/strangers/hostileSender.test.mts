import { CONTINUE, person, SEND, sendingByOwnClock } from '../sending/lib/sending.mts';

const s = sendingByOwnClock();

// As a webhook may bring it.
test('a text that is a list 5,000 deep is refused by itself, and shortly', async () => {
	const text = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
	const items = [person(0, { text }), person(0, { text: 'After it' })];
	const { main } = await s.send(items, {}, CONTINUE);
	const error = '"Text" could not be read: Maximum call stack size exceeded';
	expect(main[0].json).toMatchObject({ error, details: { outcome: 'refused' } });
	expect(JSON.stringify(main[0].json).length).toBeLessThan(2000);
	expect(s.callsOf(SEND).map(({ params }) => Object(params).text)).toEqual(['After it']);
});
