import type { INodeParameters } from 'n8n-workflow';

import { play, scenes } from './lib/scene.mts';
import { fromItem } from '../engine/lib/harness.mts';
import { CONTINUE, people, range, REFUSED, SEND, sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();
const rows = (...all: Array<[n: number, length: number]>) =>
	all.map(([n, length]) => ({ to: to(n), text: 'a'.repeat(length) }));
const long = rows([0, 161], [1, 161], [2, 161]);
const over = (has: string, cap: string) => `The run has ${has}, but ${cap}, so it sent nothing`;
const tooMany = over('3 messages', 'Max Messages allows 2');

// A run that is refused makes no call of any kind.
afterEach(() => expect(s.service.calls.every(({ method }) => method === SEND)).toBe(true));

scenes(s, {
	'Max Segments refuses the message that takes more, and only that': {
		items: rows([0, 160], [1, 161], [2, 306], [3, 307]),
		options: { maxSegments: 2 },
		...CONTINUE,
		called: [0, 1, 2],
		ends: ['sent', 'sent', 'sent', 'refused'],
		errors: ['"Text" takes 3 segments, but Max Segments allows 2'],
	},
	'Without Max Segments a text of more than 10 is refused; 0 lets it pass': [
		{
			...{ items: rows([0, 1530], [1, 1531]), ...CONTINUE },
			called: [0],
			ends: ['sent', 'refused'],
			errors: ['"Text" takes 11 segments, but without Max Segments at most 10 are sent'],
		},
		{ items: rows([0, 1531]), options: { maxSegments: 0 }, called: [0], ends: ['sent'] },
	],
	'Allowed Countries refuses a number of another, and one that belongs to none': {
		// The last is of Athens, with a plus in place of +30: no country has 210.
		items: [
			...['77011231000', '79161234567', '19005551234', '881612345678', '380501234567'],
			'+2101234567',
		].map((recipient) => ({ to: recipient, text: 'Hello' })),
		options: { allowedCountries: ['KZ', 'US'] },
		...CONTINUE,
		called: [0],
		ends: ['sent', 'refused', 'refused', 'refused', 'refused', 'refused'],
		errors: [
			/^"Recipient" 79161234567 is of Russia \(RU\), and "Allowed Countries" has only KZ, US$/,
			...[/19005551234/, /881612345678/].map(({ source }) => RegExp(`${source} is of no country,`)),
			/of Ukraine/,
			/"Recipient" 2101234567 is of no country, but premium, satellite, shared-cost or unknown,/,
		],
	},
	'Allowed Countries of each item, with none of them meaning all': {
		items: people(4, (n) => ({ codes: [' kz, ua', [], ['UA'], 'KZ, Ukraine'][n] })),
		options: { allowedCountries: fromItem('codes') },
		...CONTINUE,
		called: [0, 1],
		ends: ['sent', 'sent', 'refused', 'refused'],
		errors: [
			/of Kazakhstan/,
			'"Allowed Countries" has "Ukraine", which is no ISO code of a country',
		],
	},
	'Max Messages does not count a message whose Send Once Key was used': [2, 4].map((count) => ({
		items: people(count, (n) => ({ key: n, dry: n === 3 })),
		options: { maxMessages: 2, sendOnceKey: fromItem('key'), dryRun: fromItem('dry') },
		called: count === 2 ? [0, 1] : [2],
		ends: count === 2 ? ['sent', 'sent'] : ['skipped', 'skipped', 'sent', 'dryRun'],
	})),
});

test.each<[options: INodeParameters, refusal: string | undefined]>([
	[{ maxMessages: '' }, '"Max Messages" is empty'],
	[{ maxMessages: 2 }, tooMany],
	[{ maxMessages: 3 }, undefined],
	[{ maxTotalSegments: null }, '"Max Total Segments" is empty'],
	[{ maxTotalSegments: 5 }, over('6 segments', 'Max Total Segments allows 5')],
	[{ maxTotalSegments: 6 }, undefined],
])('three messages of two segments each, with %j: %p', async (options, refusal) => {
	const ends = refusal
		? RegExp(`^0 of 3 messages accepted; every item: ${refusal}$`)
		: range(3).map(() => 'sent');
	await play(s, { items: long, options, called: refusal ? [] : range(3), ends });
});

test.each([
	['maxMessages', 5, '1 message after 5', 'Max Messages allows 5'],
	['maxTotalSegments', 11, '2 segments after 10', 'Max Total Segments allows 11'],
])('%s counts all runs of a loop, and no try twice', async (option, cap, has, allowed) => {
	s.strike(to(1), REFUSED);
	const node = s.node([], { [option]: cap }, { retryOnFail: { maxTries: 2 } });
	const runs = [2, 3, 1].map((count) => long.slice(0, count));
	const run = await s.engine.start(node, runs);
	expect(s.service.store.messages.size).toBe(5);
	const said = over(`${has} earlier in this execution`, allowed);
	expect(run.data.resultData.error?.message).toBe(said);
	// A dry run shows the same, and sends nothing.
	const dry = await s.engine.start(s.node([], { [option]: cap, dryRun: true }, {}), runs);
	expect([dry.data.resultData.error?.message, s.called().length]).toEqual([said, 6]);
});

test.each(['maxMessages', 'maxTotalSegments'])('what %s refuses names it', async (field) => {
	const { main } = await s.send(long, { [field]: 2 }, CONTINUE);
	expect(main.map(({ json }) => json.details)).toEqual(
		range(3).map((n) => ({ outcome: 'refused', field, recipient: to(n) })),
	);
});

test('of messages with the same Send Once Key one counts, the longest', async () => {
	const rounds = [rows([0, 161], [0, 1], [1, 1]), rows([2, 1], [2, 161]), rows([3, 1])];
	const options = { sendOnceKey: fromItem('to'), maxMessages: 3, maxTotalSegments: 5 };
	const run = await s.engine.start(s.node([], options, {}), rounds);
	expect(s.called()).toEqual([0, 1, 2].map(to));
	const refusal = over('1 message after 3 earlier in this execution', 'Max Messages allows 3');
	expect(run.data.resultData.error?.message).toBe(refusal);
	const tight = { ...options, maxTotalSegments: 2 };
	const { error } = await s.send(rows([4, 1], [4, 161], [5, 1]), tight);
	expect(error?.message).toMatch(over('3 segments', 'Max Total Segments allows 2'));
});

test('what to do where Allowed Countries refuses a number, also one that belongs to none', async () => {
	const items = [{ to: '79161234567' }, { to: '881612345678' }];
	const { main } = await s.send(items, { allowedCountries: ['KZ'] }, CONTINUE);
	const what = 'Check where the number comes from. ';
	expect(main.map(({ json }) => json.message)).toEqual([
		`${what}If the message is meant to go there, add its country to Allowed Countries.`,
		`${what}Allowed Countries lets no such number through.`,
	]);
});
