import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readList } from '../../shared/api/list';
import { valueOf } from '../../shared/api/promises';
import type { Params, Service } from '../../shared/api/service';
import { number, sum, typed } from '../../shared/api/wire';
import { optionsCollection } from '../../shared/fields/list';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { ids, Refusal } from '../../shared/input/parse';
import { operation } from '../../shared/operation/definition';
import { gather, groupBy } from '../../shared/operation/gather';
import { eachItem, listRows, type Asked, type Run } from '../../shared/operation/run';
import { filtersField, readFilters } from '../criteria';
import { DELIVERED, FAILED, isFinal, MESSAGE } from '../row';
import { messageIdsField, reportCalls, reportsOf } from './get';

const GROUP_BY = ['campaign', 'country', 'day', 'none', 'operator', 'status'] as const;
type GroupBy = (typeof GROUP_BY)[number];

/** Ways to group: each with its name in the editor, and with the value by which messages are grouped. */
const GROUPS: Readonly<Record<GroupBy, { name: string; keyOf(message: IDataObject): unknown }>> = {
	campaign: { name: 'Campaign', keyOf: ({ campaignId }) => campaignId },
	country: { name: 'Country', keyOf: ({ countryA2 }) => countryA2 },
	day: { name: 'Day', keyOf: ({ startSendTs }) => startSendTs && String(startSendTs).slice(0, 10) },
	none: { name: 'None', keyOf: () => null },
	operator: { name: 'Operator', keyOf: ({ operatorName }) => operatorName },
	status: { name: 'Status', keyOf: ({ status }) => status },
};

/** A delivery report has no campaign and no number. */
const OF_REPORTS: readonly GroupBy[] = ['none', 'status', 'day'];

const WITH_NUMBER_INFO: readonly GroupBy[] = ['country', 'operator'];

const properties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Filters',
				value: 'filters',
				description: 'The messages that the filters find, summed up for each input item',
			},
			{
				name: 'Message IDs',
				value: 'messageIds',
				description: 'The messages with the IDs of all input items, summed up together',
			},
		],
		default: 'messageIds',
		description: 'Which messages to sum up',
	},
	{ ...messageIdsField, displayOptions: { show: { source: ['messageIds'] } } },
	{ ...filtersField, displayOptions: { show: { source: ['filters'] } } },
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: GROUP_BY.map((value) => ({
			name: GROUPS[value].name,
			value,
			...(!OF_REPORTS.includes(value) && { description: "Needs 'Filters' as the source" }),
		})),
		default: 'none',
		description:
			'What to sum up separately, one item for each. Day is the day on which sending started.',
	},
	optionsCollection([
		{
			displayName: 'Clicks',
			name: 'clicks',
			type: 'boolean',
			default: false,
			description:
				"Whether to count the short links of the campaigns and their clicks, too, which takes a call for each campaign, or two where it has no links. Needs 'Filters' as the source.",
		},
	]),
];

interface Summary {
	groupBy: GroupBy;
	clicks: boolean;
	/** Filters for the messages; undefined where their IDs are given. */
	criteria?: Params;
	messageIds: string[];
}

export const summarize = operation<Summary>({
	resource: 'deliveryReport',
	operation: 'summarize',
	name: 'Summarize',
	action: 'Summarize delivery reports of SMS',
	description:
		'Sum up what became of many messages: how many arrived or failed, their segments, cost (in the currency of the account) and clicks',
	counted: 'items summarized',
	properties,
	read: readSummary,
	async run(run, asked) {
		const isOfList = ({ params }: Asked<Summary>) => params.criteria !== undefined;
		const ofIds = asked.filter((item) => !isOfList(item));
		await summarizeIds(run, ofIds);
		await summarizeLists(run, asked.filter(isOfList));
	},
});

/** @throws Refusal also for what the reports of message IDs do not say */
function readSummary(item: ItemParameters): Summary {
	const by = item.choice('groupBy', GROUP_BY, 'none');
	const clicks = item.flag('options.clicks');
	if (item.choice('source', ['messageIds', 'filters'], 'messageIds') === 'filters')
		return { groupBy: by, clicks, criteria: readFilters(item), messageIds: [] };
	const messageIds = item.required('messageIds', ids);
	if (OF_REPORTS.includes(by) && !clicks) return { groupBy: by, clicks, messageIds };
	const [field, label] = clicks ? ['clicks', 'Clicks'] : ['groupBy', 'Group By'];
	throw new Refusal(
		`"${label}" needs what the delivery reports of message IDs do not have: ${clicks ? 'their campaigns' : by}`,
		"Set 'Source' to 'Filters', and find the messages by their campaigns or by time.",
		field,
	);
}

/** An item with an ID that has no report fails; the others are summed up together. */
async function summarizeIds(run: Run, asked: Array<Asked<Summary>>): Promise<void> {
	const messageIds = asked.flatMap(({ params }) => params.messageIds);
	const answers = await gather(run, reportCalls(run.service, messageIds));
	const found = asked.flatMap(({ index, params }) => {
		const own = answers(params.messageIds);
		if (!own) return [];
		try {
			return [{ index, by: params.groupBy, reports: reportsOf(valueOf(own), params.messageIds) }];
		} catch (fault) {
			run.fail(index, fault);
			return [];
		}
	});
	if (run.halted) return;
	for (const group of groupBy(found, ({ by }) => by)) {
		const all = group.flatMap(({ reports }) => reports);
		const distinct = new Map(all.map((report) => [report.id, report]));
		run.succeedTogether(
			group.map(({ index }) => index),
			grouped([...distinct.values()], group[0].by).map(figures),
		);
	}
}

const summarizeLists = eachItem<Summary>(async ({ groupBy: by, clicks, criteria }, run) => {
	const messages = await listRows(run, {
		method: 'Message/List',
		params: { withNumberInfo: WITH_NUMBER_INFO.includes(by) ? 1 : undefined, criteria },
		limit: Infinity,
		stillOrders: [{ campaignId: 'DESC' }, { to: 'ASC' }, { campaignId: 'ASC' }],
		convert: (row) => typed(row, MESSAGE, true),
	});
	const groups = grouped(messages, by);
	if (!clicks) return groups.map(figures);
	const campaigns = [...new Set(messages.flatMap((message) => message.campaignId ?? []))];
	const links = new Map<unknown, unknown[]>();
	const read = async (each: IDataObject[string]) =>
		void links.set(each, await linksOf(run.service, each));
	await run.service.each('reads', campaigns, read, () => run.halted);
	return groups.map((group) => {
		const own = new Set(group.messages.map(({ campaignId }) => campaignId));
		const all = [...own].map((each) => links.get(each));
		return {
			...figures(group),
			links: sum(all.map((found) => found?.length)),
			clicks: sum(all.flatMap((found) => found ?? [null])),
		};
	});
});

async function linksOf(service: Service, campaign: IDataObject[string]): Promise<unknown[]> {
	const { items } = await readList(service, 'Link/GetLinks', { campaignId: String(campaign) });
	return items.map(({ clickCnt }) => number(clickCnt));
}

/** `shared` is the field of the output that says what its messages have in common. */
interface Group {
	shared: IDataObject;
	messages: IDataObject[];
}

/** In the order of their values; messages without one come last. */
function grouped(messages: IDataObject[], by: GroupBy): Group[] {
	if (by === 'none') return [{ shared: {}, messages }];
	const { keyOf } = GROUPS[by];
	const valueOf = (message: IDataObject) => {
		const value = keyOf(message);
		return typeof value === 'number' ? value : value ? String(value) : null;
	};
	return groupBy(messages, (message) => JSON.stringify(valueOf(message)))
		.map((own) => ({ key: valueOf(own[0]), messages: own }))
		.sort((a, b) => Number(a.key === null) - Number(b.key === null) || compare(a.key, b.key))
		.map(({ key, messages: own }) => ({ shared: { [by]: key }, messages: own }));
}

const { compare: byLetters } = new Intl.Collator('en');

/** Numbers as numbers: each message may have a campaign of its own, and 100,000 of them take seconds as text. */
const compare = (a: unknown, b: unknown): number =>
	typeof a === 'number' && typeof b === 'number' ? a - b : byLetters(String(a), String(b));

function figures({ shared, messages }: Group): IDataObject {
	const countOf = (isOne: (message: IDataObject) => boolean) => messages.filter(isOne).length;
	const delivered = countOf((message) => message.status === DELIVERED);
	const times = (field: string) => messages.flatMap((message) => message[field] ?? []).map(String);
	return {
		...shared,
		messages: messages.length,
		delivered,
		failed: countOf((message) => FAILED.has(message.status)),
		pending: countOf((message) => isFinal(message.status) === false),
		other: countOf((message) => isFinal(message.status) === null),
		deliveryRate: messages.length > 0 ? rounded(delivered / messages.length, 4) : null,
		segments: sum(messages.map((message) => message.segNum)),
		cost: rounded(sum(messages.map(priceOf)), 6),
		firstSentTs: times('startSendTs').reduce(earlier, null),
		lastStatusTs: times('statusUpdateTs').reduce(later, null),
	};
}

const earlier = (first: string | null, time: string) => (first && first < time ? first : time);
const later = (last: string | null, time: string) => (last && last > time ? last : time);

/** The service lists the price of a segment. */
const priceOf = ({ segNum: count, segUserBuy: price }: IDataObject): number | null =>
	typeof count === 'number' && typeof price === 'number' ? count * price : null;

const rounded = (value: number | null, digits: number): number | null =>
	value === null ? null : Number(value.toFixed(digits));
