import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { endField, startField } from '../../shared/input/time/zone';
import { NoResponse } from '../../shared/api/faults';
import { valueOf } from '../../shared/api/promises';
import { number, rawData, text } from '../../shared/api/wire';
import { firstOf } from '../../shared/input/parse';
import { operation } from '../../shared/operation/definition';
import { gather } from '../../shared/operation/gather';
import type { Asked } from '../../shared/operation/run';
import { findLinkIds, linkLocator, readLocator, type WithLinkId } from '../reference';
import { address } from '../row';
import { METHOD, sums, type LinkStatistics, type StatisticsRow } from './response';
import { checkCounted, grouped, keyOf, nowOf, readSpan, type Span, type Window } from './calls';

const properties: INodeProperties[] = [
	linkLocator,
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Daily', value: 'daily', description: 'A row per day, the last 90 days by default' },
			{ name: 'Hourly', value: 'hourly', description: 'A row per hour, the last week by default' },
			{
				name: 'Minute',
				value: 'minute',
				description: 'A row per minute, the last 3 hours by default',
			},
			{
				name: 'Monthly',
				value: 'monthly',
				description: 'A row per month, the last 3 years by default',
			},
		],
		default: 'daily',
		description:
			'Length of the periods in which clicks are counted: a month, a day, an hour or a minute',
	},
	startField(
		'Date From',
		'dateFrom',
		"Start of the span to report on; without 'Date To' it ends with the newest period that the service counts. A long span takes several calls, at most 500 (up to six times as many where the service does not tell links apart)",
	),
	endField(
		'Date To',
		'dateTo',
		"End of the span to report on; without 'Date From' it begins 3 years (monthly), 90 days (daily), a week (hourly) or 3 hours (minute) before",
	),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: "The service's response as it came" },
			{
				name: 'Rows',
				value: 'rows',
				description: 'One item for each link and period, with its clicks and redirects',
			},
			{
				name: 'Totals',
				value: 'totals',
				description:
					'One item for each link, with its clicks and redirects, and the span that they are of',
			},
		],
		default: 'rows',
		description:
			"What to return: a row for each period, the sums, or what the service answers. In rows and totals, 'clicks' is how often the short link was opened, and 'redirects' how often the service sent a visitor on to the full link. A link given by its code or URL also comes with 'code' and 'fullLink'.",
	},
];

/**
 * Items with the same type and time share calls of 5 links; a time longer than the limit of the service is
 * asked in several windows, and joined.
 */
export const get = operation({
	resource: 'statistics',
	operation: 'get',
	name: 'Get',
	action: 'Get click statistics of short link',
	description: 'Retrieve how often a short link was clicked, by month, day, hour or minute',
	counted: 'statistics read',
	properties,
	read: (item) => ({ link: readLocator(item), ...readSpan(item) }),
	async run(run, asked) {
		const groups = grouped(run, await findLinkIds(run, asked));
		const answers = await gather(
			run,
			groups.flatMap(({ calls }) => calls),
		);
		const now = nowOf(run.service);
		const differing = new Set<string>();
		for (const { items, windows } of groups) {
			for (const item of items) {
				const { params, linkId } = item;
				const keys = windows.map((window) => keyOf(params, window, linkId));
				const end = answers(keys);
				if (!end) continue;
				run.serveAtOnce(item.index, () => {
					const found = valueOf(end).flatMap((answer) => answer ?? []);
					if (params.output === 'raw') return found.map(({ data }) => rawData(data));
					const tables = found.flatMap(({ table }) => table ?? []);
					const outputs = figures(item, windows, tables, now);
					if (params.output === 'totals' && tables.some(({ disagrees }) => disagrees))
						differing.add(linkId);
					return outputs;
				});
			}
		}
		if (differing.size === 0) return;
		run.hint(
			`For link ${firstOf([...differing], 1)}, the totals that the service gives are not what its rows add up to. The output has the service's own totals.`,
			'warning',
		);
	},
});

function figures(
	{ linkId, row: link, params }: WithLinkId<Asked<Span>>,
	windows: Window[],
	tables: LinkStatistics[],
	now: string,
): IDataObject[] {
	// Windows before the link was made, and in the future, may have no figures. In between only an unknown link has none.
	const past = tables.filter((_, n) => (windows[n].dateFrom ?? '') <= now);
	const counted = past.slice(past.findIndex(({ isEmpty }) => !isEmpty));
	checkCounted(!counted.some(({ isEmpty }) => isEmpty));
	const all = tables.flatMap(({ rows }) => rows);
	const { dateFrom, dateTo, output } = params;
	if (output === 'rows' && tables.some(({ lacksRows }) => lacksRows))
		throw new NoResponse(METHOD, 'garbled');
	const isOpen = dateFrom !== undefined && dateTo === undefined;
	const rows = isOpen ? begun(all, now) : all;
	const totals = {
		...sums(tables.map(({ totals }) => totals)),
		dateFrom: dateFrom ?? rows.at(0)?.period ?? null,
		dateTo: dateTo ?? rows.at(-1)?.period ?? null,
	};
	// A link that was read to find its id can be named without another call.
	const name = link && { code: text(link.code), fullLink: address(link.fullLink) };
	const outputs =
		output === 'totals' ? [totals] : rows.map(({ more, ...row }) => ({ ...row, ...more }));
	return outputs.map((each) => ({ linkId: number(linkId), ...each, ...name }));
}

/**
 * Without the periods at the end that have not come yet: a span with a start alone goes on into the future. One with
 * clicks has come, whatever zone the credential has.
 */
function begun(rows: StatisticsRow[], now: string): StatisticsRow[] {
	const last = rows.findLastIndex(
		({ period, clicks, redirects }) =>
			Boolean(clicks) || Boolean(redirects) || (period ?? '') <= now,
	);
	return rows.slice(0, last + 1);
}
