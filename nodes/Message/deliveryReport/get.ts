import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readList } from '../../shared/api/list';
import { deliveryReport } from '../row';
import type { Service } from '../../shared/api/service';
import { idText } from '../../shared/api/wire';
import { operation } from '../../shared/operation/definition';
import { chunks, gather } from '../../shared/operation/gather';
import { ids } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

/** The specification's limit of ids in one call of Message/GetSMSStatus. */
export const IDS_A_CALL = 100;

const properties: INodeProperties[] = [
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 70000000002, 70000000004',
		description:
			'ID of a message (the messageId that sending returns), several separated by commas, or an array. There may be any number of them.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
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
					'What to do with IDs for which the service has no report, since they do not exist or belong to another account: leave them out, or let the item fail',
			},
		],
	},
];

/** Message/GetSMSStatus, 100 ids a call; one output item for each report, paired to the item that asked. */
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
		const parts = chunks(allIds(asked), IDS_A_CALL);
		const reports = await gather(
			run,
			parts.map((keys) => ({ keys, ask: async () => await readReports(run.service, keys) })),
		);
		for (const { index, params } of asked) {
			const { messageIds, missing } = params;
			if (!messageIds.every((id) => reports.has(id))) continue;
			await run.attempt(index, async () => {
				const unknown = messageIds.filter((id) => reports.get(id) === undefined);
				if (missing === 'error' && unknown.length > 0) throw noReport(unknown);
				// An id asked for twice comes out twice, as items of their own.
				return messageIds.flatMap((id) => copyOf(reports.get(id)));
			});
		}
	},
});

const copyOf = (report: IDataObject | undefined) => (report ? [{ ...report }] : []);

function* allIds(asked: Array<{ params: { messageIds: string[] } }>): Generator<string> {
	for (const { params } of asked) yield* params.messageIds;
}

/** Delivery reports by message id; ids that the service does not know are left out. */
export async function readReports(
	service: Service,
	messageIds: string[],
): Promise<Map<string, IDataObject>> {
	const { items } = await readList(service, 'Message/GetSMSStatus', { ids: messageIds });
	return new Map(items.map((row) => [idText(row.id), deliveryReport(row)]));
}

const noReport = (unknown: string[]) =>
	new Refusal(
		`The service has no report for ${unknown.slice(0, 10).join(', ')}${unknown.length > 10 ? ' and more' : ''}`,
		'Check the IDs: they may not exist, or belong to another account.',
	);
