import { DateTime } from 'luxon';

import { keptOf, sending } from './lib/sending.mts';

const s = sending();
const DRY = { dryRun: true };

test('shows exactly what would be sent, and makes no call', async () => {
	const later = DateTime.now().plus({ hours: 3 }).startOf('second');
	const result = await s.send(
		[
			{ to: '8 (701) 123-45-67', text: 'Привет' },
			{ to: '+380501234567', text: 'a'.repeat(161), from: 'Shop', at: later.toISO() },
		],
		{ ...DRY, waitForDelivery: 30, sendOnceKey: 'k' },
		{
			additionalFields: {
				from: '={{ $json.from }}',
				deferredToTs: '={{ $json.at }}',
				campaignName: 'Spring',
				shortenLinks: true,
				validity: 60,
			},
		},
	);
	const unsent = {
		campaignId: null,
		messageId: null,
		status: null,
		statusText: null,
		outcome: 'dryRun',
		dryRun: true,
	};
	const params = { name: 'Spring', shortenLinks: 1, validity: 60 };
	const deferredToTs = later.setZone('Asia/Almaty').toFormat('yyyy-MM-dd HH:mm:ss');
	expect(result.main).toEqual([
		{
			json: {
				...unsent,
				recipient: '77011234567',
				text: 'Привет',
				segments: 1,
				from: null,
				params,
				encoding: 'UCS-2',
				characters: 6,
				nonGsmCharacters: ['П at 1', 'р at 2', 'и at 3', 'в at 4', 'е at 5', 'т at 6'],
			},
			pairedItem: { item: 0 },
		},
		{
			json: {
				...unsent,
				recipient: '380501234567',
				text: 'a'.repeat(161),
				segments: 2,
				encoding: 'GSM-7',
				characters: 161,
				nonGsmCharacters: [],
				from: 'Shop',
				params: { ...params, deferredToTs },
				deferredToTs,
				deferredTo: later.setZone('Asia/Almaty').toISO({ suppressMilliseconds: true }),
			},
			pairedItem: { item: 1 },
		},
	]);
	expect(s.service.calls).toEqual([]);
	expect(s.store.lists.size).toBe(0);
	expect(keptOf(result)).toMatchObject({ 'node:Node': { sends: { runs: {} } } });
});

test.each([true, 'TRUE', ' true ', 'yes', 1, '1'])(
	'switched on by %j: nothing is sent',
	async (given) => {
		const items = [{ to: '77011234567', text: 'Hi', given }];
		const { main } = await s.send(items, { dryRun: '={{ $json.given }}' });
		expect(main.map(({ json }) => json.dryRun)).toEqual([true]);
		expect(s.service.calls).toEqual([]);
	},
);

test('refuses what would be refused', async () => {
	const { main } = await s.send(
		[
			{ to: 'nobody', text: 'Hi' },
			{ to: '77011234567', text: 'a'.repeat(161) },
			{ to: '77011234567', text: 'Hi' },
		],
		{ ...DRY, maxSegments: 1 },
		{ onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => json.error ?? json.dryRun)).toEqual([
		'"Recipient" holds letters: "nobody"',
		'"Text" makes 2 segments, and Max Segments allows 1',
		true,
	]);
	expect(s.service.calls).toEqual([]);
});
