import { searchLinks } from './lib/context.mts';
import { CONTINUE, DIALECTS, fromItem, harness, NOON, range } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

const h = harness();
const FIRST_PAGE = { pageSize: '50', currentPage: '0' };
const LARGE_PAGE = { pageSize: '100', currentPage: '0' };
const SPANS = ['campaignCreateTs', 'campaignSentTs', 'startSendTs', 'statusUpdateTs'];
const ends = (end: string, time: string) =>
	Object.fromEntries(SPANS.map((name) => [`${name}${end}`, time]));
const spans = (from: string, to: string) => ({ ...ends('From', from), ...ends('To', to) });
/** What is sent for all filters of links, and of messages. */
const LINKS = {
	...{ status: '1', moderatorStatus: '0', query: 'spring [1]' },
	...{ createTsFrom: '2026-03-01', createTsTo: '2026-03-09 23:59:59' },
};
const MESSAGES = {
	...spans('2026-03-01 00:00:00', '2026-03-09 23:59:59'),
	...{ campaignIds: ['70000000001', '70000000003'], groups: ['7', '8'] },
	...{ from: 'Shop', to: '7701123', text: ' Exact & text', status: 'UNKNOWN' },
	campaignStatus: 'NOT_YET_SENT',
};
const short = (numbers: string) => `The service does not show the whole list (${numbers} rows)`;
const campaigns = (count: number) => range(count).map((n) => String(n + 1));

scenarios(h, {
	'every filter of links and the sort reach the service by their own names': {
		choice: 'link.getAll',
		parameters: {
			returnAll: true,
			filters: {
				...{ status: 1, moderatorStatus: 0, query: ' spring [1]\u200b ' },
				...{ createTsFrom: '2026-03-01T10:30:00Z', createTsTo: '2026-03-09' },
			},
			sort: { by: [{ field: 'clickCnt', direction: 'DESC' }] },
		},
		wire: [['Link/List', { criteria: LINKS, sort: { clickCnt: 'DESC' }, pagination: LARGE_PAGE }]],
		out: [],
	},
	'every criterion of messages reaches the service by its own name': {
		choice: 'message.getAll',
		parameters: {
			filters: {
				...spans('2026-03-01', '2026-03-09'),
				...{ campaignIds: '70000000001, 70000000003;70000000001', groups: [7, '8'] },
				...{ from: 'Shop', to: '+7 (701) 123', text: ' Exact & text', status: 'UNKNOWN ' },
				campaignStatus: ' NOT_YET_SENT',
			},
		},
		wire: [['Message/List', { criteria: MESSAGES, pagination: FIRST_PAGE }]],
		out: [],
	},
	'100 campaigns are taken, 101 are refused': {
		choice: 'message.getAll',
		parameters: { filters: { campaignIds: fromItem('ids') } },
		items: [100, 101].map((count) => ({ ids: campaigns(count).join() })),
		wire: [['Message/List', { criteria: { campaignIds: campaigns(100) }, pagination: FIRST_PAGE }]],
	},
});

test('a sort field and its direction, by their names in the editor, as other choices', async () => {
	const { error } = await h.run('link.getAll', {
		sort: { by: [{ field: 'Creation Time', direction: 'descending' }] },
	});
	expect(error).toBeUndefined();
	expect(h.service.calls[0].params).toMatchObject({ sort: { createTs: 'DESC' } });
});

test('what a status cannot be is answered in the words of the editor', async () => {
	const said = [];
	for (const name of ['status', 'moderatorStatus']) {
		const { main } = await h.run('link.getAll', { filters: { [name]: 'maybe' } }, CONTINUE);
		said.push(main[0].json.message);
	}
	expect(said).toEqual(['Use Active or Inactive, 1 or 0.', 'Use Approved or Blocked, 1 or 0.']);
});

test.each([
	['link.getAll', 'clickCnt', 'code'],
	['message.getAll', 'status', 'to'],
])('%s: a second sort field, where the account takes it', async (choice, a, b) => {
	const sort = { by: [{ field: a }, { field: b, direction: 'DESC' }] };
	const { error } = await h.run(choice, { sort });
	expect(error?.message).toBe('"Sort" has 2 fields, the service documents one');
	expect(h.methods()).toEqual([]);
	await h.run(choice, { sort, options: { severalSortFields: true } });
	const [{ params, rawBody }] = h.service.calls;
	expect(params).toMatchObject({ sort: { [a]: 'ASC', [b]: 'DESC' } });
	expect(rawBody.match(/(?<=sort\[)\w+/g)).toEqual([a, b]);
});

test.each([
	['link.getAll', { createTs: 'DESC' }, { code: 'ASC' }],
	['message.getAll', { campaignId: 'DESC' }, { to: 'ASC' }],
])(
	'%s of all, without a Sort: by %j, and for a second look by %j',
	async (choice, first, second) => {
		h.service.setFreedoms({ totalOff: 1 });
		const { error } = await h.run(choice, { returnAll: true });
		expect(error?.message).toBe(short('0 of 1'));
		const orders = h.service.calls.map(({ params }) => Object(params).sort);
		expect(orders).toEqual([first, first, second, second]);
	},
);

test('several items: each its own list, by its own filter and length, in the order of the items', async () => {
	for (const comment of ['x1', 'x2', 'y']) h.service.store.addLink({ comment });
	const filters = { query: fromItem('query') };
	const parameters = { returnAll: fromItem('all'), limit: 1, filters };
	const queries = ['x', 'none', 'y', 'x'];
	const items = queries.map((query, item) => ({ query, all: item < 3 }));
	const { main } = await h.run('link.getAll', parameters, { items });
	expect(main.map(({ json, pairedItem }) => [json.comment, pairedItem])).toEqual([
		['x2', { item: 0 }],
		['x1', { item: 0 }],
		['y', { item: 2 }],
		['x2', { item: 3 }],
	]);
});

test('a service that shows its last page again past the end: each row once', async () => {
	h.service.store.addMessages(200);
	h.service.setFreedoms({ pastEnd: 'lastPage' });
	const { main, hints } = await h.run('message.getAll', { limit: 250 });
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(200);
	expect([main.length, hints]).toEqual([200, []]);
	expect(h.methods()).toHaveLength(3);
});

test('2,000 messages of a status that change all the time: no fault, and a hint', async () => {
	h.service.store.addMessages(2000, (n) => ({ to: String(77_010_000_000 + n) }));
	const shown = () =>
		h.service.store.messages
			.listed()
			.flatMap(({ id, status }) => (status === 'DELIVRD' ? Number(id) : []));
	h.service.setFreedoms({ rowsMove: 1 });
	const before = shown();
	const parameters = { returnAll: true, filters: { status: 'DELIVRD' } };
	const items = [{}, {}];
	const { main: all, error, hints } = await h.run('message.getAll', parameters, { items });
	expect(error).toBeUndefined();
	// One for both items.
	expect(hints).toEqual([expect.stringContaining('changed while it was read')]);
	expect(h.methods().length).toBeLessThanOrEqual(140);
	const main = all.filter(({ pairedItem }) => Object(pairedItem).item === 0);
	const ids = new Set(main.map(({ json }) => json.id));
	expect(ids.size).toBe(main.length);
	const after = new Set(shown());
	expect(before.filter((id) => after.has(id) && !ids.has(id))).toEqual([]);
});

test.each([
	[2, 3, { returnAll: true }, short('3 of 5')],
	[1, 0, { returnAll: true }, short('0 of 1')],
	[2, 3, { limit: 5 }, short('3 of 5')],
	[2, 3, { limit: 3 }, undefined],
	[-1, 3, { returnAll: true }, undefined],
	[0, 3, { returnAll: true }, undefined],
])('a count that is off by %i, of %i rows, with %j: %j', async (totalOff, rows, given, message) => {
	h.addLinks(rows);
	h.service.store.addMessages(rows);
	h.service.setFreedoms({ totalOff });
	for (const choice of ['link.getAll', 'message.getAll']) {
		h.service.calls.splice(0);
		const { main, error } = await h.run(choice, given);
		expect([main.length, error?.message]).toEqual([message ? 0 : rows, message]);
		// Nothing moves, so a second look at both pages is enough.
		expect(h.methods()).toHaveLength(message ? 4 : 1);
		const options = { acceptIncomplete: true };
		const accepted = await h.run(choice, { ...given, options });
		const marks = accepted.main.map(({ json }) => json.incomplete);
		expect(marks).toEqual(Array(rows).fill(message ? true : undefined));
		const isEmpty = rows === 0;
		const hint = 'The service counts rows of a list, but shows none of them.';
		expect(accepted.hints).toEqual(isEmpty ? [hint] : []);
	}
});

test('of a list that is short, only Get Many names its own ways out', async () => {
	h.addLinks(1);
	h.service.store.addMessages(1);
	h.service.setFreedoms({ listShows: 0 });
	const advice = [];
	for (const choice of ['link.getAll', 'message.getAll', 'deliveryReport.summarize']) {
		const { main } = await h.run(choice, { source: 'filters' }, CONTINUE);
		expect(main[0].json.error).toBe(short('0 of 1'));
		advice.push(main[0].json.message);
	}
	advice.push(
		await searchLinks(h).catch(({ description }: { description: string }) => description),
	);
	const ofMany = expect.stringContaining('Accept Incomplete List');
	const others = expect.not.stringMatching(/Limit|Accept|options/);
	expect(advice).toEqual([ofMany, ofMany, others, others]);
	for (const each of advice) expect(each).toContain('Try again later, or ask for fewer');
});

test.each(DIALECTS)('without Simplify a message has all fields, typed: %s', async (dialect) => {
	h.service.dialect = dialect;
	const text = '  Hi\nthere ';
	h.service.store.addMessage({ text, segNum: 2, groups: '1,2', statusUpdateTs: NOON + 5000 });
	const { main } = await h.run('message.getAll', { simplify: false });
	expect(main[0].json).toMatchObject({
		...{ id: 70000000002, campaignId: 70000000001, from: 'Mobizon', to: '77010000000', text },
		...{ status: 'DELIVRD', final: true, segNum: 2, segUserBuy: 0.06, groups: '1,2' },
		...{ startSendTs: '2026-03-10 12:00:00', statusUpdateTs: '2026-03-10 12:00:05' },
		...{ uuid: '00000000-0000-4000-8000-070000000002', countryA2: null, operatorName: null },
	});
	expect('campaign' in main[0].json).toBe(dialect === 'observed');
});
