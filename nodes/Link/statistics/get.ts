import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { number, rawData, text, type Row } from '../../shared/api/wire';
import { readLocator } from '../reference/linkLocator';
import { operation } from '../../shared/operation/definition';
import { Failure } from '../../shared/operation/failure';
import { gather, type Answers } from '../../shared/operation/gather';
import { findLinkIds, type WithLinkId } from '../reference/linkIds';
import { keyOf, rawCalls, rowCalls, type Asking } from './calls';
import { OUTPUTS, statisticsFields } from './fields';
import { address } from '../waitingPage';
import { disagrees, totals, type LinkStatistics, type StatisticsRow } from './figures';
import { notYet, readSpan, withWindows, type Span } from './span';

/**
 * Link/GetStats. Items with the same type and time share calls of 5 links; a time longer than the
 * service's limit is asked in several windows, and joined.
 */
export const get = operation({
	resource: 'statistics',
	operation: 'get',
	name: 'Get',
	action: 'Get click statistics of short link',
	description: 'Retrieve how often a short link was clicked, by month, day, hour or minute',
	counted: 'statistics read',
	properties: statisticsFields,
	read: (item) => ({
		link: readLocator(item),
		output: item.choice('output', OUTPUTS, 'rows'),
		...readSpan(item),
	}),
	async run(run, asked) {
		const items = withWindows(run, await findLinkIds(run, asked));
		const isRaw = ({ params }: WithLinkId<{ output: string }>) => params.output === 'raw';
		const raw = await gather(run, rawCalls(run.service, items.filter(isRaw)));
		const table = await gather(
			run,
			rowCalls(
				run.service,
				items.filter((item) => !isRaw(item)),
			),
		);
		const latest = notYet(run.service);
		for (const item of items) {
			const keys = item.params.windows.map((window) => keyOf(item, window));
			const answers = isRaw(item) ? raw : table;
			if (!keys.every((key) => answers.has(key))) continue;
			run.attemptAtOnce(item.index, () =>
				isRaw(item) ? keys.map((key) => rawData(raw.get(key))) : figures(item, keys, table, latest),
			);
		}
		showDisagreement(run.context, disagreeing(items, table));
	},
});

type Counted = WithLinkId<Span & Asking & { output: string }>;

function figures(
	{ linkId, row: link, params }: Counted,
	keys: string[],
	table: Answers<LinkStatistics>,
	latest: string,
): IDataObject[] {
	const windows = keys.flatMap((key) => table.get(key) ?? []);
	const first = windows.findIndex(({ isEmpty }) => !isEmpty);
	// Before the link was made there may be nothing; after that, there is nothing of an unknown link only.
	if (first < 0 || windows.slice(first).some(({ isEmpty }) => isEmpty)) {
		throw new Failure(
			`The service counts nothing for link ${linkId}`,
			'It may be deleted, or belong to another account.',
		);
	}
	const all = windows.flatMap(({ rows }) => rows);
	const { dateFrom, dateTo } = params;
	const rows = dateFrom !== undefined && dateTo === undefined ? begun(all, latest) : all;
	const span = {
		dateFrom: dateFrom ?? rows.at(0)?.period ?? null,
		dateTo: dateTo ?? rows.at(-1)?.period ?? null,
	};
	const outputs =
		params.output === 'totals'
			? [{ ...totals(windows), ...span }]
			: rows.map(({ more, ...row }) => ({ ...row, ...more }));
	return outputs.map((output) => ({
		linkId: number(linkId),
		...output,
		...(link && nameOf(link)),
	}));
}

/** Without the periods at the end that have not come yet: a span without an end goes on into the future. */
function begun(rows: StatisticsRow[], latest: string): StatisticsRow[] {
	const last = rows.findLastIndex(
		({ period, clicks, redirects }) =>
			Boolean(clicks) || Boolean(redirects) || (period ?? '') <= latest.slice(0, period?.length),
	);
	return rows.slice(0, last + 1);
}

/** Code and address, if the link was read to find its id; this costs no extra call. */
const nameOf = ({ code, fullLink }: Row) => ({ code: text(code), fullLink: address(fullLink) });

/** Links whose totals differ from the sum of their rows. */
const disagreeing = (items: Counted[], table: Answers<LinkStatistics>): string[] =>
	items
		.filter(({ params }) => params.output === 'totals')
		.filter((item) =>
			item.params.windows.some((window) => {
				const found = table.peek(keyOf(item, window));
				return found !== undefined && disagrees(found);
			}),
		)
		.map(({ linkId }) => linkId);

/** Above the output in the editor: the service contradicts itself about some links. */
function showDisagreement(context: IExecuteFunctions, linkIds: string[]): void {
	const [first, ...others] = new Set(linkIds);
	if (first === undefined) return;
	const which = others.length === 0 ? `link ${first}` : `link ${first} and ${others.length} more`;
	context.addExecutionHints({
		message: `For ${which}, the totals that the service gives are not what its rows add up to. The output has the service's own totals.`,
		location: 'outputPane',
		type: 'warning',
	});
}
