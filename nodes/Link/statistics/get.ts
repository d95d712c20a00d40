import { number, rawData, text, type Row } from '../../shared/api/wire';
import { readLocator } from '../reference/linkLocator';
import { operation } from '../../shared/operation/definition';
import { gather, type Answers } from '../../shared/operation/gather';
import { findLinkIds, type WithLinkId } from '../reference/linkIds';
import type { Run } from '../../shared/operation/run';
import { keyOf, rawCalls, rowCalls, type Asking } from './calls';
import { chart } from './chart/chart';
import { OUTPUTS, statisticsFields } from './fields';
import { disagrees, totals, type LinkStatistics } from './figures';
import { showDisagreement } from './hint';
import { readSpan, withWindows } from './span';

/**
 * Link/GetStats. Items with the same type and time share calls of 5 links; a time longer than the
 * service's limit is asked in several windows, and joined.
 */
export const get = operation({
	resource: 'statistics',
	operation: 'get',
	name: 'Get',
	action: 'Get click statistics of a short link',
	description: 'Retrieve how often a short link was clicked, by month, day, hour or minute',
	counted: 'statistics read',
	properties: statisticsFields,
	read: (item) => ({
		link: readLocator(item),
		output: item.choice('output', OUTPUTS, 'rows'),
		chart: item.flag('options.chart'),
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
		for (const item of items) {
			const keys = item.params.windows.map((window) => keyOf(item, window));
			const answers = isRaw(item) ? raw : table;
			if (!keys.every((key) => answers.has(key))) continue;
			await run.attempt(item.index, async () =>
				isRaw(item)
					? keys.map((key) => rawData(raw.get(key)))
					: await emitFigures(run, item, keys, table),
			);
		}
		showDisagreement(run.context, disagreeing(items, table));
	},
});

type Counted = WithLinkId<Asking & { output: string; chart: boolean }>;

async function emitFigures(
	run: Run,
	{ index, linkId, row: link, params }: Counted,
	keys: string[],
	table: Answers<LinkStatistics>,
): Promise<void> {
	const windows = keys.flatMap((key) => table.get(key) ?? []);
	const rows = windows.flatMap((window) => window.rows);
	const total = totals(windows);
	const outputs =
		params.output === 'totals' ? [total] : rows.map(({ more, ...row }) => ({ ...row, ...more }));
	const file = params.chart ? Buffer.from(chart(linkId, rows, total.clicks)) : undefined;
	const picture = file && {
		chart: await run.context.helpers.prepareBinaryData(file, `clicks-${linkId}.png`, 'image/png'),
	};
	for (const [position, output] of outputs.entries()) {
		const named = { linkId: number(linkId), ...output, ...(link && nameOf(link)) };
		run.emit(index, named, position === 0 ? picture : undefined);
	}
}

/** What tells a reader which link it is, where it was read to find its id: that costs no call. */
const nameOf = ({ code, fullLink }: Row) => ({ code: text(code), fullLink: text(fullLink) });

/** Links of which Totals returns other figures than its rows add up to. */
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
