import { fromItem, harness } from './lib/harness.mts';

const h = harness();

const LIST = 'Message/List';

const TIMES = ['campaignCreateTs', 'campaignSentTs', 'startSendTs', 'statusUpdateTs'];

const spans = Object.fromEntries(
	TIMES.flatMap((name) => [
		[`${name}From`, '2026-03-01'],
		[`${name}To`, '2026-03-09'],
	]),
);

const sentSpans = Object.fromEntries(
	TIMES.flatMap((name) => [
		[`${name}From`, '2026-03-01 00:00:00'],
		[`${name}To`, '2026-03-09 23:59:59'],
	]),
);

test('every criterion of the specification reaches the service by its own name', async () => {
	const { error } = await h.message('message.getAll', {
		filters: {
			...spans,
			campaignIds: '70000000001, 70000000003;70000000001',
			from: 'Shop',
			to: '+7 (701) 123',
			text: 'Exact & text',
			status: 'UNKNOWN',
			groups: [7, '8'],
			campaignStatus: 'NOT_YET_SENT',
		},
	});
	expect(error).toBeUndefined();
	expect(h.wire(LIST)).toEqual([
		{
			criteria: {
				...sentSpans,
				campaignIds: ['70000000001', '70000000003'],
				from: 'Shop',
				to: '7701123',
				text: 'Exact & text',
				status: 'UNKNOWN',
				groups: ['7', '8'],
				campaignStatus: 'NOT_YET_SENT',
			},
			pagination: { pageSize: '50', currentPage: '0' },
		},
	]);
	expect(h.service.calls[0].code).toBe(0);
});

test('reads all pages, each message once, for each of several items', async () => {
	h.service.store.addMessages(130, (n) => ({ to: `7701000${1000 + n}` }));
	const { main } = await h.message(
		'message.getAll',
		{ returnAll: fromItem('all'), limit: 3, filters: { to: fromItem('to') } },
		{
			items: [
				{ all: true, to: '7701000' },
				{ all: false, to: '77010001129' },
				{ all: false, to: '7701000' },
			],
		},
	);
	const of = (item: number) =>
		main.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`);
	expect([0, 1, 2].map((item) => of(item).length)).toEqual([130, 1, 3]);
	expect(new Set(of(0).map(({ json }) => json.id)).size).toBe(130);
	expect(h.service.calls).toHaveLength(4);
});

test('100 campaigns are taken, 101 are refused', async () => {
	const list = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
	const { main } = await h.message(
		'message.getAll',
		{ filters: { campaignIds: fromItem('ids') } },
		{ items: [{ ids: list(101) }, { ids: list(100) }], onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => json.error)).toEqual([
		'"Campaign IDs" holds 101 campaigns, the service searches at most 100',
	]);
	expect(h.wire(LIST)).toMatchObject([{ criteria: { campaignIds: list(100).map(String) } }]);
});

test.each([
	['8 701 123 45 67', '77011234567'],
	['+7 (701) 123-45-67', '77011234567'],
	['007 701 123 45 67', '77011234567'],
	[77011234567, '77011234567'],
	['77011234567.0', '77011234567'],
	['8701', '8701'],
	['+7 701', '7701'],
	['123', '123'],
	[4567, '4567'],
])('To %j, a number as Send takes it or a part of one, is sent as %s', async (to, sent) => {
	await h.message('message.getAll', { filters: { to: fromItem('to') } }, { items: [{ to }] });
	expect(h.wire(LIST)).toMatchObject([{ criteria: { to: sent } }]);
	expect(h.service.calls[0].code).toBe(0);
});
