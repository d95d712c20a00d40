import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readList } from '../../shared/api/list';
import { deliveryReport } from '../row';
import type { Service } from '../../shared/api/service';
import { idText } from '../../shared/api/wire';
import { optionsCollection } from '../../shared/fields/list';
import { operation } from '../../shared/operation/definition';
import { chunks, gather, type SharedCall } from '../../shared/operation/gather';
import type { Asked } from '../../shared/operation/run';
import { ids } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

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

/** 100 ids a call; one output item for each report, paired to the item that asked. */
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
	async runWhileRead(run, asked) {
		const items: Item[] = [];
		const reports = await gather(run, reportCalls(run.service, idsOf(asked, items)));
		for (const { index, params } of items) {
			const { messageIds, missing } = params;
			if (!reports.ended(messageIds)) continue;
			run.serveAtOnce(index, () => {
				const unknown = messageIds.filter((id) => reports.get(id) === undefined);
				if (missing === 'error' && unknown.length > 0) throw noReport(unknown);
				// An id asked for twice comes out twice, as items of their own.
				return messageIds.flatMap((id) => copyOf(reports.get(id)));
			});
		}
	},
});

const copyOf = (report: IDataObject | undefined) => (report ? [{ ...report }] : []);

type Item = Asked<{ messageIds: string[]; missing: 'omit' | 'error' }>;

/** The items themselves go to `items`. */
function* idsOf(asked: Iterable<Item>, items: Item[]): Generator<string> {
	for (const item of asked) {
		items.push(item);
		yield* item.params.messageIds;
	}
}

/** Each call is made up as soon as its ids are there. */
export function* reportCalls(
	service: Service,
	messageIds: Iterable<string>,
): Generator<SharedCall<IDataObject>> {
	for (const keys of chunks(messageIds, IDS_A_CALL)) {
		const ask = async () => {
			const { items } = await readList(service, 'Message/GetSMSStatus', { ids: keys });
			return new Map(items.map((row) => [idText(row.id), deliveryReport(row)]));
		};
		yield { keys, ask };
	}
}

/** The service left these message IDs out. */
export const noReport = (unknown: string[]) =>
	new Refusal(
		`The service has no report for ${unknown.slice(0, 10).join(', ')}${unknown.length > 10 ? ' and more' : ''}`,
		'Check the IDs: they may not exist, or belong to another account.',
	);
