import { CONTINUE, fromItem, harness, NOON, range } from './lib/harness.mts';

const h = harness();
const idOf = (n: number) => String(70000000001 + n);
const none = { delivered: 0, failed: 0, pending: 0, other: 0 };

/** Messages 70000000001 ... of two campaigns, each with a link that was clicked three times. */
function addMessages(count: number): void {
	const { store } = h.service;
	for (const n of range(2)) {
		const campaignId = `9000${n}`;
		store.campaigns.add({ id: campaignId, createTs: NOON });
		store.addLink({ code: `c${n}`, campaignId });
		for (let clicks = 0; clicks < 3; clicks++) store.click(`c${n}`);
	}
	const statuses = ['DELIVRD', 'UNDELIV', 'NEW', 'SCHEDUL'];
	store.addMessages(count, (n) => ({
		...{ id: idOf(n), campaignId: `9000${n % 2}`, segNum: 2, status: statuses[n % 4] },
	}));
}

const summarize = async (parameters: object, more = {}) =>
	await h.run('deliveryReport.summarize', parameters as never, more);

test('10,000 IDs of many items: one item for all of them, in 100 calls', async () => {
	addMessages(10_000);
	const items = range(10_000).map((n) => ({ id: idOf(n) }));
	const { main } = await summarize({ messageIds: fromItem('id') }, { items: [...items, items[0]] });
	expect(main).toHaveLength(1);
	expect(main[0].json).toEqual({
		...{ messages: 10_000, delivered: 2500, failed: 2500, pending: 2500, other: 2500 },
		...{ deliveryRate: 0.25, segments: 20_000, cost: null },
		...{ firstSentTs: '2026-03-10 12:00:00', lastStatusTs: expect.any(String) },
	});
	expect(main[0].pairedItem).toEqual(range(10_001).map((item) => ({ item })));
	expect(h.methods()).toEqual(Array(100).fill('Message/GetSMSStatus'));
});

test('of filters: by campaign, with price and clicks, a page for each 100 and a call for each campaign', async () => {
	addMessages(300);
	const parameters = { source: 'filters', groupBy: 'campaign', options: { clicks: true } };
	const { main } = await summarize(parameters);
	const both = { messages: 150, segments: 300, cost: 18, links: 1, clicks: 3 };
	expect(main.map(({ json }) => json)).toEqual([
		expect.objectContaining({ campaign: 90000, ...both, ...none, delivered: 75, pending: 75 }),
		expect.objectContaining({ campaign: 90001, ...both, ...none, failed: 75, other: 75 }),
	]);
	const campaigns = h.wire('Link/GetLinks').map((params) => Object(params).campaignId);
	expect(campaigns.sort()).toEqual(['90000', '90001']);
});

test('clicks of many campaigns: after a call that was refused no further one begins', async () => {
	h.service.store.addMessages(100, (n) => ({ campaignId: String(90000 + n) }));
	h.service.faults.add({ method: 'Link/GetLinks', times: Infinity, kind: { code: 9 } });
	const { error } = await summarize({ source: 'filters', options: { clicks: true } });
	expect(error?.message).toContain('(code 9)');
	// Behind all that wait in line.
	await summarize({ source: 'filters' });
	expect(h.wire('Link/GetLinks').length).toBeLessThanOrEqual(16);
});

test.each([
	['country', 'KZ', '1'],
	['operator', 'Operator KZ', '1'],
	['status', 'DELIVRD', undefined],
	['day', '2026-03-10', undefined],
])('of filters, by %s', async (groupBy, value, withNumberInfo) => {
	h.service.store.addMessage({ to: '77011234567', status: 'DELIVRD' });
	const { main } = await summarize({ source: 'filters', groupBy, filters: { to: '7701' } });
	expect(main.map(({ json }) => [json[groupBy], json.messages])).toEqual([[value, 1]]);
	const [{ criteria, ...asked }] = h.wire('Message/List') as Array<Record<string, unknown>>;
	expect([criteria, asked.withNumberInfo]).toEqual([{ to: '7701' }, withNumberInfo]);
});

test('an item with an ID that has no report fails alone, or ends the run', async () => {
	addMessages(3);
	const items = [idOf(0), `5,${idOf(0)}`, `${idOf(1)},${idOf(2)}`].map((id) => ({ id }));
	const parameters = { messageIds: fromItem('id') };
	const { main } = await summarize(parameters, { items, ...CONTINUE });
	const paired = main.map(({ json, pairedItem }) => [json.messages ?? json.error, pairedItem]);
	expect(paired).toEqual([
		[3, [{ item: 0 }, { item: 2 }]],
		['The service has no report for 5', { item: 1 }],
	]);
	const { error } = await summarize(parameters, { items });
	expect(error?.message).toMatch(/; item 2: The service has no report for 5$/);
});

test.each([
	[{ groupBy: 'country' }, 'groupBy', /^"Group By" needs .* do not have: country$/],
	[{ options: { clicks: true } }, 'clicks', /^"Clicks" needs .* do not have: their campaigns$/],
])('%j of message IDs is refused by name before any call', async (more, field, text) => {
	const { main } = await summarize({ messageIds: '5', ...more }, CONTINUE);
	const error = expect.stringMatching(text);
	const message = expect.stringContaining("Set 'Source' to 'Filters'");
	expect(main[0].json).toMatchObject({ error, message, details: { field } });
	expect(h.methods()).toEqual([]);
});

/** Lets the service list these messages. */
const list = (...items: object[]) =>
	h.service.faults.add({ kind: { code: 0, data: { items, totalItemCount: items.length } } });

test('what the service does not list is null, not 0', async () => {
	const prices = { segNum: null, segUserBuy: '6' };
	list({ id: '5', status: 'DELIVRD', startSendTs: null, campaignId: '7', ...prices });
	const { main } = await summarize({ source: 'filters', groupBy: 'day' });
	expect(main[0].json).toMatchObject({ day: null, messages: 1, segments: null, cost: null });
	expect(main[0].json).toMatchObject({ firstSentTs: null, lastStatusTs: null, deliveryRate: 1 });
	const { main: none } = await summarize({ source: 'filters' });
	const rest = { deliveryRate: null, firstSentTs: null, lastStatusTs: null };
	expect(none[0].json).toMatchObject({ messages: 0, ...rest });
});

test('the first time of sending and the last of a status, rates and costs without digits of chance', async () => {
	const at = (second: number) => `2026-03-10 12:00:0${second}`;
	const row = (id: number, status: string) => ({
		...{ id, status, segNum: 2, segUserBuy: '0.0111111' },
		...{ startSendTs: at((id + 1) % 3), statusUpdateTs: at(5 + ((id + 1) % 3)) },
	});
	list(row(1, 'DELIVRD'), row(2, 'DELIVRD'), row(3, 'UNDELIV'));
	const { main } = await summarize({ source: 'filters' });
	expect(main[0].json).toMatchObject({
		...{ deliveryRate: 0.6667, segments: 6, cost: 0.066667 },
		...{ firstSentTs: at(0), lastStatusTs: at(7) },
	});
});

test('groups come in the order of their letters, and messages without a value last', async () => {
	list(
		...['Zed', '', 'beeline', 'Alpha'].map((operatorName, id) => ({
			id,
			status: 'NEW',
			operatorName,
		})),
	);
	const { main } = await summarize({ source: 'filters', groupBy: 'operator' });
	expect(main.map(({ json }) => json.operator)).toEqual(['Alpha', 'beeline', 'Zed', null]);
});

test('items that are grouped differently are summed up apart', async () => {
	addMessages(3);
	const items = ['status', 'none', 'status'].map((by, n) => ({ by, id: idOf(n) }));
	const { main } = await summarize(
		{ messageIds: fromItem('id'), groupBy: fromItem('by') },
		{ items },
	);
	expect(main.map(({ json, pairedItem }) => [json.status, json.messages, pairedItem])).toEqual([
		['DELIVRD', 1, [{ item: 0 }, { item: 2 }]],
		['NEW', 1, [{ item: 0 }, { item: 2 }]],
		[undefined, 1, [{ item: 1 }]],
	]);
});

test('campaigns come in the order of their IDs, and messages of none last', async () => {
	// With digits as numbers in a text it is slow: n8n stood still for 19 s at 100,000 campaigns.
	const slow = jest.spyOn(String.prototype, 'localeCompare');
	list(...['100', null, '99'].map((campaignId, id) => ({ id, status: 'NEW', campaignId })));
	for (const id of ['99', '100']) h.service.store.campaigns.add({ id, createTs: NOON });
	const parameters = { source: 'filters', groupBy: 'campaign', options: { clicks: true } };
	const { main } = await summarize(parameters);
	expect(main.map(({ json }) => json.campaign)).toEqual([99, 100, null]);
	const asked = h.wire('Link/GetLinks').map((params) => Object(params).campaignId);
	expect(new Set(asked)).toEqual(new Set(['99', '100']));
	expect(slow).not.toHaveBeenCalled();
});

test.each([
	['Asia/Almaty', "={{ $json.day + 'T00:00:00' }}"],
	['America/New_York', "={{ $json.day + 'T00:00:00' }}"],
	['America/New_York', '={{ DateTime.fromISO($json.day, { zone: $now.zoneName }) }}'],
	['Asia/Tokyo', fromItem('day')],
])('a day as From and To is a day of the account (workflow in %s, %s)', async (timezone, day) => {
	// One each hour for five days.
	const first = Date.UTC(2026, 2, 5);
	for (const n of range(120)) h.service.store.addMessage({ startSendTs: first + n * 3_600_000 });
	const items = ['2026-03-06', '2026-03-07', '2026-03-08'].map((each) => ({ day: each }));
	const filters = { startSendTsFrom: day, startSendTsTo: day };
	const { main } = await summarize({ source: 'filters', filters }, { items, timezone });
	expect(main.map(({ json }) => json.messages)).toEqual([24, 24, 24]);
});
