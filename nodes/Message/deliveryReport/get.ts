import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readList } from '../../shared/api/list';
import { deliveryReport } from '../row';
import { valueOf } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { idText } from '../../shared/api/wire';
import { optionsCollection } from '../../shared/fields/list';
import { operation } from '../../shared/operation/definition';
import { chunks, gather, type SharedCall } from '../../shared/operation/gather';
import { firstOf, ids, Refusal } from '../../shared/input/parse';

const IDS_A_CALL = 100;

export const messageIdsField: INodeProperties = {
	displayName: 'Message IDs',
	name: 'messageIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 70000000002, 70000000004',
	description:
		'IDs of messages (the messageId that sending returns), separated by commas or as an array. Any number is allowed.',
};

const properties: INodeProperties[] = [
	messageIdsField,
	optionsCollection([
		{
			displayName: 'IDs Without a Report',
			name: 'missing',
			type: 'options',
			options: [
				{ name: 'Leave Out', value: 'omit' },
				{ name: 'Report as Error', value: 'error' },
			],
			default: 'omit',
			description:
				'What to do with IDs for which the service has no report, because they do not exist or belong to another account: leave them out, or let the item fail',
		},
	]),
];

/** One output item for each report, paired to the item that asked. */
export const get = operation({
	resource: 'deliveryReport',
	operation: 'get',
	name: 'Get',
	action: 'Get delivery reports of SMS',
	description: 'Retrieve the delivery reports of messages: whether each one has arrived',
	counted: 'items with delivery reports read',
	properties,
	read: (item) => ({
		messageIds: item.required('messageIds', ids),
		missing: item.choice('options.missing', ['omit', 'error'], 'omit'),
	}),
	async run(run, asked) {
		const messageIds = asked.flatMap(({ params }) => params.messageIds);
		const answers = await gather(run, reportCalls(run.service, messageIds));
		const leftOut = new Set<string>();
		for (const { index, params } of asked) {
			const found = answers(params.messageIds);
			const serve = () => {
				const reports = valueOf(found);
				if (params.missing === 'omit')
					for (const id of unreported(reports, params.messageIds)) leftOut.add(id);
				return reportsOf(reports, params.messageIds, params.missing);
			};
			if (found) run.serveAtOnce(index, serve);
		}
		if (leftOut.size > 0) run.hint(`${noReport([...leftOut])}.`);
	},
});

/** 100 ids a call. */
export const reportCalls = (
	service: Service,
	messageIds: string[],
): Array<SharedCall<IDataObject>> =>
	chunks(messageIds, IDS_A_CALL).map((keys) => ({
		keys,
		ask: async () => {
			const { items } = await readList(service, 'Message/GetSMSStatus', { ids: keys });
			return new Map(items.map((row) => [idText(row.id), { value: deliveryReport(row) }]));
		},
	}));

const unreported = (reports: unknown[], messageIds: string[]): string[] =>
	messageIds.filter((_, n) => reports[n] === undefined);

const noReport = (messageIds: string[]): string =>
	`The service has no report for ${firstOf(messageIds, 10)}`;

/**
 * The reports of an item. An ID that is asked for twice comes out twice.
 *
 * @param reports in the order of the IDs; undefined where the service has none
 * @throws Refusal if a report is missing, unless these are left out
 */
export function reportsOf(
	reports: Array<IDataObject | undefined>,
	messageIds: string[],
	missing: 'omit' | 'error' = 'error',
): IDataObject[] {
	const unknown = unreported(reports, messageIds);
	if (missing === 'omit' || unknown.length === 0)
		return reports.flatMap((report) => (report ? [{ ...report }] : []));
	throw new Refusal(
		noReport(unknown),
		'Check the IDs: they may not exist, or belong to another account.',
	);
}
