import { fromItem } from '../engine/lib/harness.mts';
import { play } from './lib/scene.mts';
import { CONTINUE, keptOf, LOST, people, sendingByOwnClock, SEND, to } from './lib/sending.mts';

const s = sendingByOwnClock();
const dryRun = true;
const from = { from: fromItem('from') };
const typographic = `\u201cIt\u2019s\u201d\u00a0${'x'.repeat(80)}\u2026`;
const plain = `"It's" ${'x'.repeat(80)}...`;

test('shows all of it, and makes no call', async () => {
	const result = await s.send(
		[
			{ to: '8 (701) 123-45-67', text: 'Привет', from: '' },
			{ to: '+380501234567', text: typographic.repeat(2), from: 'Shop' },
		],
		{ dryRun, waitForDelivery: 30, sendOnceKey: 'k', smartEncoding: true },
		{ additionalFields: { ...from, campaignName: 'Spring', shortenLinks: true, validity: 60 } },
	);
	const params = { name: 'Spring', shortenLinks: 1, validity: 60 };
	const both = { outcome: 'dryRun', dryRun };
	expect(result.main.map(({ json }) => json)).toEqual([
		{
			...{ ...both, recipient: '77011234567', text: 'Привет', segments: 1, params },
			...{ encoding: 'UCS-2', characters: 6 },
			nonGsmCharacters: ['П at 1', 'р at 2', 'и at 3', 'в at 4', 'е at 5', 'т at 6'],
		},
		{
			...{ ...both, recipient: '380501234567', text: plain.repeat(2), segments: 2, params },
			...{ encoding: 'GSM-7', characters: 180, nonGsmCharacters: [], from: 'Shop' },
		},
	]);
	// A table shows the first columns.
	const first = ['recipient', 'outcome', 'segments', 'text', 'encoding'];
	expect(result.main.map(({ json }) => Object.keys(json).slice(0, 5))).toEqual([first, first]);
	expect(s.service.calls).toEqual([]);
	expect(s.store.lists.size).toBe(0);
	expect(keptOf(result)).toMatchObject({ 'node:Node': { sends: { runs: {} } } });
});

test('is switched on by a text, and shows an empty sender as none', async () => {
	const items = people(3, (n) => ({ from: ['', '  ', null][n] }));
	const { main } = await s.send(items, { dryRun: '={{ " TRUE " }}' }, { additionalFields: from });
	expect(main.map(({ json }) => [json.outcome, json.from])).toEqual(
		items.map(() => ['dryRun', undefined]),
	);
});

test('stopped by a bad item, it tells of no segments that are billed, and of no rest to send', async () => {
	const { error } = await s.send([...people(2), { to: 'nobody', text: 'Hi' }], { dryRun });
	expect(error?.message).toMatch(/^0 of 3 messages accepted; item 3: "Recipient" has letters/);
	expect(error?.description).toMatch(
		/ · To leave out such items and go on, set On Error to Continue in the settings of the node$/,
	);
});

describe('Smart Encoding', () => {
	const options = { smartEncoding: true };
	const texts = () =>
		s.callsOf(SEND).map(({ rawBody }) => new URLSearchParams(rawBody).get('text'));

	test('replaces typographic characters before the text is measured, sent and looked up', async () => {
		const smiling = `${typographic} \u{1f600}`;
		const [{ main }] = await play(s, {
			items: [typographic, smiling, typographic].map((text, n) => ({ to: to(n), text })),
			options,
			...CONTINUE,
			faults: [
				[1, LOST],
				[2, { drop: 'after' }],
			],
			called: [0, 1, 2],
			ends: ['sent', 'unknown', 'found'],
		});
		expect(texts()).toEqual([plain, smiling, plain]);
		expect(main.map(({ json }) => json.segments)).toEqual([1, undefined, 1]);
	});

	test('Max Segments counts the replaced text; without it the refusal names what is long, unless all letters are', async () => {
		const items = people(1, () => ({ text: typographic }));
		const [ends, errors] = [['refused'], ['"Text" takes 2 segments, but Max Segments allows 1']];
		const [, { main }] = await play(
			s,
			{ items, options: { ...options, maxSegments: 1 }, called: [0], ends: ['sent'] },
			{ items, options: { maxSegments: 1 }, ...CONTINUE, called: [], ends, errors },
		);
		expect(main[0].json.message).toMatch(/\u201c at 1, .* Smart Encoding would replace it\.$/);
		const cyrillic = people(1, () => ({ text: '\u044f'.repeat(71) }));
		const { main: others } = await s.send(cyrillic, { maxSegments: 1 }, CONTINUE);
		expect(others[0].json.message).toBe('Shorten the text, or raise Max Segments.');
	});
});

test('refuses what would be refused, and a second try does not count what the first one showed', async () => {
	const items = [{ to: 'Anna', text: 'Hi' }, { to: to(0), text: 'a'.repeat(161) }, ...people(2)];
	const options = { dryRun, maxMessages: 2, maxSegments: 1 };
	const ends = ['refused', 'refused', 'dryRun', 'dryRun'];
	const errors = ['"Recipient" has letters', '"Text" takes 2 segments, but Max Segments allows 1'];
	await play(s, { items, options, tries: 2, ...CONTINUE, called: [], ends, errors });
	expect(s.service.calls).toEqual([]);
});

test('a second try does not count what the first one showed beside a message that is unknown', async () => {
	const items = people(2, (n) => ({ dry: n === 1 }));
	const options = { dryRun: fromItem('dry'), maxMessages: 2 };
	const unknown = { called: [0], ends: ['unknown', 'dryRun'] };
	await play(s, { items, options, tries: 2, ...CONTINUE, faults: [[0, LOST]], ...unknown });
});
