import { range, sending, to } from './lib/sending.mts';

const s = sending({ publicUrl: 'https://mbzn.co/' });
const more = {
	additionalFields: { shortenLinks: true },
	onError: 'continueRegularOutput',
} as const;

const TEXTS = [
	'Track https://example.com/parcels/1 today',
	'See https://example.com.',
	'Open https://example.com?order=1&x=2',
	'(https://example.com/a) and http://localhost.test:8080/b, please',
	'https://пример.рф/путь',
	'No link, 3.50 only',
];

test('a lost message whose links the service shortened is found', async () => {
	TEXTS.forEach((_, n) => s.strike(to(n), { drop: 'after' }));
	const { main } = await s.send(
		TEXTS.map((text, n) => ({ to: to(n), text })),
		{ maxConcurrent: TEXTS.length },
		more,
	);
	const kept = [...s.service.store.messages.all()].map(({ text }) => text);
	expect(kept.filter((text) => text.includes('https://mbzn.co/'))).toHaveLength(5);
	expect(main.map(({ json }) => json.error ?? json.recovered)).toEqual(TEXTS.map(() => true));
});

test('texts that differ in their links only are adopted when all of them are found', async () => {
	s.strike(to(0), { drop: 'after' }, 2);
	const items = range(2).map((n) => ({ to: to(0), text: `Track https://example.com/${n}` }));
	const { main } = await s.send(items, {}, more);
	expect(new Set(main.map(({ json }) => json.messageId)).size).toBe(2);
	expect(main.every(({ json }) => json.recovered === true)).toBe(true);
});
