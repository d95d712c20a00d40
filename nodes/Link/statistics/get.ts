import { number, rawData } from '../../shared/api/wire';
import { operation } from '../../shared/operation/definition';
import { gather, type Answers } from '../../shared/operation/gather';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { findLinkIds, type WithLinkId } from '../../shared/operation/linkIds';
import type { Run } from '../../shared/operation/run';
import { readLink } from '../../shared/fields/linkLocator';
import { serviceTime } from '../../shared/time/zone';
import { windows } from '../../shared/time/windows';
import { chart } from './chart/chart';
import { OUTPUTS, STATISTICS_TYPES, statisticsFields } from './fields';
import { totals, type StatisticsRow } from './grid';
import { keyOf, rawCalls, rowCalls, type Asking } from './calls';

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
		link: readLink(item),
		output: item.choice('output', OUTPUTS, 'rows'),
		chart: item.flag('options.chart'),
		...readAsking(item),
	}),
	async run(run, asked) {
		const items = await findLinkIds(run, asked);
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
					: await emitRows(run, item, keys, table),
			);
		}
	},
});

/** Without both dates the service's own period rules decide, in one window. */
function readAsking(item: ItemParameters): Asking {
	const type = item.choice('type', STATISTICS_TYPES, 'daily');
	const dateFrom = item.optional('dateFrom', (time, zones) => serviceTime(time, zones));
	return {
		type,
		windows: item.optional('dateTo', (time, zones) => {
			const dateTo = serviceTime(time, zones, { endOfDay: true });
			if (dateFrom === undefined) return [{ dateTo }];
			return windows(dateFrom, dateTo, type, zones.account).map(({ from, to }) => ({
				dateFrom: from,
				dateTo: to,
			}));
		}) ?? [{ dateFrom }],
	};
}

type Counted = WithLinkId<{ output: string; chart: boolean }>;

async function emitRows(
	run: Run,
	{ index, linkId, params }: Counted,
	keys: string[],
	table: Answers<StatisticsRow[]>,
): Promise<void> {
	const list = keys.flatMap((key) => table.get(key) ?? []);
	const outputs = params.output === 'totals' ? [totals(list)] : list;
	const picture = params.chart ? await chartFile(run, linkId, list) : undefined;
	for (const [position, output] of outputs.entries()) {
		run.emit(index, { linkId: number(linkId), ...output }, position === 0 ? picture : undefined);
	}
}

async function chartFile({ context }: Run, linkId: string, list: StatisticsRow[]) {
	const file = Buffer.from(chart(linkId, list));
	return {
		chart: await context.helpers.prepareBinaryData(file, `clicks-${linkId}.png`, 'image/png'),
	};
}
