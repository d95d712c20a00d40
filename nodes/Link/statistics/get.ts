import type { IDataObject } from 'n8n-workflow';

import { number, rawData } from '../../shared/api/wire';
import { operation } from '../../shared/operation/definition';
import { gather, type Answers } from '../../shared/operation/gather';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { findLinkIds, type WithLinkId } from '../../shared/operation/linkIds';
import { readLink } from '../../shared/fields/linkLocator';
import { serviceTime } from '../../shared/time/zone';
import { windows } from '../../shared/time/windows';
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
	action: 'Get the click statistics of a short link',
	description: 'Count the clicks of a short link over time',
	counted: 'statistics read',
	properties: statisticsFields,
	read: (item) => ({
		link: readLink(item),
		output: item.choice('output', OUTPUTS, 'rows'),
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
				isRaw(item) ? keys.map((key) => rawData(raw.get(key))) : outputs(item, keys, table),
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

function outputs(
	{ linkId, params }: WithLinkId<{ output: string }>,
	keys: string[],
	table: Answers<StatisticsRow[]>,
): IDataObject[] {
	const id = number(linkId);
	const list = keys.flatMap((key) => table.get(key) ?? []);
	return params.output === 'totals'
		? [{ linkId: id, ...totals(list) }]
		: list.map((row) => ({ linkId: id, ...row }));
}
