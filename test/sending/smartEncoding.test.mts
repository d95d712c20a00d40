import { people, sending, to } from './lib/sending.mts';

const s = sending();
const typographic = `\u201cIt\u2019s\u201d\u00a0${'x'.repeat(80)}\u2026`;
const plain = `"It's" ${'x'.repeat(80)}...`;
const textsSent = () =>
	s
		.callsOf('Message/SendSmsMessage')
		.map(({ rawBody }) => new URLSearchParams(rawBody).get('text'));

test('replaces typographic characters before the text is measured and sent', async () => {
	const items = [
		{ to: to(0), text: typographic },
		{ to: to(1), text: `${typographic} \u{1f600}` },
	];
	const { main } = await s.send(items, { smartEncoding: true });
	expect(textsSent().sort()).toEqual([plain, items[1].text].sort());
	expect(main.map(({ json }) => json.segments)).toEqual([1, 2]);
});

test('Max Segments counts the replaced text; without the option it names what makes the text long', async () => {
	const one = people(1, () => ({ text: typographic }));
	const sent = await s.send(one, { smartEncoding: true, maxSegments: 1 });
	expect(sent.main[0].json.outcome).toBe('accepted');
	const { main } = await s.send(one, { maxSegments: 1 }, { onError: 'continueRegularOutput' });
	expect(main[0].json.error).toBe('"Text" makes 2 segments, and Max Segments allows 1');
	expect(main[0].json.message).toMatch(/\u201c at 1, .* Smart Encoding would replace it\.$/);
});

test('the answer is lost: the message is found by the text that was sent', async () => {
	s.strike(to(0), { drop: 'after' });
	const items = people(2, () => ({ text: typographic }));
	const { main } = await s.send(items, { smartEncoding: true });
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted', 'accepted']);
	expect(main[0].json.recovered).toBe(true);
	expect(s.taken()).toHaveLength(2);
});

test('Dry Run shows the text that would be sent', async () => {
	const { main } = await s.send(
		people(1, () => ({ text: typographic })),
		{
			smartEncoding: true,
			dryRun: true,
		},
	);
	expect(main[0].json).toMatchObject({ text: plain, encoding: 'GSM-7', nonGsmCharacters: [] });
});
