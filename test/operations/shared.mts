import type { INodeParameters } from 'n8n-workflow';

import { DELIVERY_REPORT, MESSAGE, SIMPLE_MESSAGE } from '../../nodes/Message/row.ts';
import { locator, type Harness } from '../engine/lib/harness.mts';
import { nullable, ofFields, type Schema } from '../schemas/schema.mts';

/** Fields of a collection, as workflows save them. */
export const inside = (collection: string, ...names: string[]): string[] =>
	names.map((name) => `${collection}.${name}`);

export const always = (type: 'boolean' | 'integer' | 'string'): Schema => ({ type });

const final = nullable('boolean');

export const pick = (names: readonly string[]): Record<string, Schema> => {
	const whole: Record<string, Schema> = { ...ofFields(MESSAGE), final };
	return Object.fromEntries(names.map((name) => [name, whole[name]]));
};

export const message = pick([...SIMPLE_MESSAGE, 'countryA2', 'operatorName']);
export const queued = { queued: always('boolean'), taskId: nullable('integer') };
export const deliveryReport = { ...ofFields(DELIVERY_REPORT), final };

export const link = locator('id', '400001');
export const CAMPAIGN = '70000000009';

export const ONE_LINK_FOR_ALL = {
	'A link chosen from the list, while the input has many items: each item means that same link':
		'choose By ID, and use `{{ $json.id }}`',
};

/** A run whose call is only queued, and one that is carried out. */
export async function queuedToo(
	h: Harness,
	method: string,
	choice: string,
	parameters: INodeParameters,
) {
	h.service.faults.add({ method, kind: { code: 100, data: '7' } });
	const first = await h.run(choice, parameters);
	const done = await h.run(choice, parameters);
	return { main: [...first.main, ...done.main] };
}

/** The criteria of Message/List, as its operations have them. */
export const MESSAGE_FILTERS = inside(
	'filters',
	...['campaignIds', 'from', 'to', 'text', 'status', 'groups', 'campaignStatus'],
	...['campaignCreateTsFrom', 'campaignCreateTsTo', 'campaignSentTsFrom', 'campaignSentTsTo'],
	...['startSendTsFrom', 'startSendTsTo', 'statusUpdateTsFrom', 'statusUpdateTsTo'],
);

export const MESSAGE_FILTER_VALUES = {
	'filters.status': [
		...['ACCEPTD', 'DELETED', 'DELIVRD', 'ENQUEUD', 'EXPIRED', 'NEW'],
		...['PDLIVRD', 'REJECTD', 'UNDELIV'],
	],
	'filters.campaignStatus': [
		...['AUTO_READY_FOR_SEND', 'DECLINED', 'DEFERRED', 'DONE', 'MODERATION', 'NEW'],
		...['NOT_YET_SENT', 'READY_FOR_SEND', 'RUNNING', 'SENT'],
	],
};
