import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { allPages, httpRequest, splitOut } from './lib/others.mts';
import type { NodeSpec } from './lib/n8n.mts';
import type { Remote } from './lib/service.mts';
import type { RateLimit } from '../../service/index.mts';
import { DateTime } from 'luxon';

const ZONE = 'Asia/Almaty';
const FROM = DateTime.fromISO('2023-01-01', { zone: ZONE });
/** Three years. */
const DAYS = 1096;
/** The longest span that the service reports on by day, to the second. */
const DAYS_A_CALL = 90;

const text = (time: DateTime) => time.toFormat('yyyy-MM-dd HH:mm:ss');
const END = FROM.plus({ days: DAYS }).minus({ seconds: 1 });

const BY_DAY = { type: 'daily', dateFrom: text(FROM), dateTo: text(END), output: 'rows' };

/** Prepared for the HTTP Request node, where a user would need a Code node. */
const SPANS = Array.from({ length: Math.ceil(DAYS / DAYS_A_CALL) }, (_, n) => {
	const from = FROM.plus({ days: DAYS_A_CALL * n });
	const to = from.plus({ days: DAYS_A_CALL }).minus({ seconds: 1 });
	return { from: text(from), to: text(DateTime.min(to, END)) };
});

async function addStatistics(remote: Remote, count: number) {
	const links = await remote.ask('addLinks', count);
	for (const [n, { code }] of links.entries()) {
		const at = FROM.plus({ days: (n * 37) % DAYS, hours: 9 }).toMillis();
		await remote.ask('click', code, 20, at);
	}
	return links.map(({ id }) => ({ id }));
}

const SECOND = 1000;
/** For n8n's own nodes: the time of the last poll, which they would have to remember. */
const CHANGED = {
	'criteria[statusUpdateTsFrom]': '={{ $json.since }}',
	'sort[statusUpdateTs]': 'DESC',
};

/** Old messages, spread over a day, so that no poll has more than a few old changes to read again. */
async function addChanges(remote: Remote, count: number): Promise<IDataObject[]> {
	const start = await startOf(remote);
	for (let part = 0; part < 100; part++) {
		await remote.ask('addMessages', 10, { statusUpdateTs: start - (100 - part) * 800 * SECOND });
	}
	await remote.ask('addMessages', 1, { statusUpdateTs: start });
	return [{ since: text(DateTime.fromMillis(start + SECOND, { zone: ZONE })), count }];
}

/** No divisor of a page: seconds begin and end anywhere in it. */
const CHANGES_A_SECOND = 47;

export async function change(remote: Remote, count: number): Promise<void> {
	const start = await startOf(remote);
	for (let done = 0; done < count; done += CHANGES_A_SECOND) {
		const statusUpdateTs = start + (10 + done / CHANGES_A_SECOND) * SECOND;
		await remote.ask('addMessages', Math.min(CHANGES_A_SECOND, count - done), { statusUpdateTs });
	}
}

const startOf = async (remote: Remote) => Math.floor((await remote.ask('now')) / SECOND) * SECOND;

interface Kind {
	name: string;
	delay: number;
	rateLimit?: RateLimit;
}

const SEND = 'Message/SendSmsMessage';
const free = (delay: number): Kind => ({ name: 'unlimited', delay });
const A_SECOND: Kind = {
	name: '50 a second',
	delay: 50,
	rateLimit: { calls: 50, ms: 1000, methods: [SEND] },
};
const A_MINUTE: Kind = {
	name: '30 a minute',
	delay: 50,
	rateLimit: { calls: 30, ms: 60_000, methods: [SEND] },
};

export interface Case {
	name: string;
	count: number;
	service: Kind;
	/** Brings what the service holds. @returns the input items, or a trigger's state */
	setUp(remote: Remote, count: number): Promise<IDataObject[]>;
	ours: [type: string, choice: string, parameters: INodeParameters];
	/** The same with n8n's own nodes. */
	others(url: string): NodeSpec[];
	othersItems?(items: IDataObject[]): IDataObject[];
	/** How many items come out; as many as `count` by default. */
	outputs?: number;
	/** Calls of the bare client at once: as many as our node may have. */
	atOnce: number;
	/** Each call changes the service: it is set up anew before each run. */
	writes?: true;
	/** One run takes long enough. */
	once?: true;
}

const READS = 16;
const WRITES = 32;

const people = async (_: Remote, count: number): Promise<IDataObject[]> =>
	Array.from({ length: count }, (_item, n) => ({ to: String(77_010_100_000 + n) }));

const message = { recipient: '={{ $json.to }}', text: 'Your order is ready' };
const sends = (count: number, service: Kind, more: Partial<Case> = {}): Case => ({
	name: 'Sends',
	count,
	service,
	setUp: people,
	ours: ['message', 'message.send', message],
	others: (url) => [httpRequest(url, SEND, message)],
	atOnce: WRITES,
	writes: true,
	...more,
});

const id = '={{ $json.id }}';
const link = { __rl: true, mode: 'id', value: id };
const page = { 'pagination[pageSize]': 100, 'pagination[currentPage]': 0 };

export const CASES: Case[] = [
	sends(1000, free(50)),
	sends(1000, A_SECOND, { once: true }),
	sends(60, A_MINUTE, { once: true }),
	{
		name: 'Statistics, 3 years by day',
		count: 50,
		service: free(50),
		setUp: addStatistics,
		ours: ['link', 'statistics.get', { link, ...BY_DAY }],
		others: (url) => [
			httpRequest(url, 'Link/GetStats', {
				'ids[0]': id,
				type: 'daily',
				'criteria[dateFrom]': '={{ $json.from }}',
				'criteria[dateTo]': '={{ $json.to }}',
			}),
			splitOut('data.items'),
		],
		othersItems: (items) => items.flatMap((item) => SPANS.map((span) => ({ ...item, ...span }))),
		outputs: 50 * 1096,
		atOnce: READS,
	},
	{
		name: 'Delivery reports',
		count: 10_000,
		service: free(20),
		setUp: async (remote, count) =>
			(await remote.ask('addMessages', count)).map((each) => ({ id: each })),
		ours: ['message', 'deliveryReport.get', { messageIds: id }],
		others: (url) => [httpRequest(url, 'Message/GetSMSStatus', { 'ids[0]': id })],
		atOnce: READS,
	},
	{
		name: 'Return All',
		count: 100_000,
		service: free(50),
		setUp: async (remote, count) => {
			await remote.ask('addMessages', count);
			return [{}];
		},
		ours: ['message', 'message.getAll', { returnAll: true }],
		others: (url) => [httpRequest(url, 'Message/List', page, allPages), splitOut('data.items')],
		atOnce: READS,
		once: true,
	},
	{
		name: 'Delete links',
		count: 1000,
		service: free(50),
		setUp: async (remote, count) =>
			(await remote.ask('addLinks', count)).map((each): IDataObject => ({ id: each.id })),
		ours: ['link', 'link.delete', { link }],
		others: (url) => [httpRequest(url, 'Link/Delete', { 'ids[0]': id })],
		atOnce: READS,
		writes: true,
	},
	{
		name: 'Trigger, changes',
		count: 10_000,
		service: free(20),
		setUp: addChanges,
		ours: ['messageTrigger', '', { triggerOn: 'any' }],
		others: (url) => [
			httpRequest(url, 'Message/List', { ...page, ...CHANGED }, allPages),
			splitOut('data.items'),
		],
		// Where a call begins depends on the response to the one before.
		atOnce: 1,
		once: true,
	},
];
