import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Context } from '../api/method.mts';
import type { StoredMessage } from '../store/messages.mts';
import { valuesOf } from './values.mts';

const SEGMENT_COST = '0.0600';

/** Made from the id, so that a million stored messages need not carry one. */
const uuidOf = (id: string): string => `00000000-0000-4000-8000-${id.padStart(12, '0').slice(-12)}`;

/** A message as Message/List shows it. `numberInfo`: look up country and operator. */
export function messageRow(
	message: StoredMessage,
	{ store, dialect }: Context,
	numberInfo: boolean,
): Record<string, unknown> {
	const { integer, id, time, absent } = valuesOf(dialect, store);
	const country = numberInfo ? parsePhoneNumberFromString(`+${message.to}`)?.country : undefined;
	const row = {
		id: id(message.id),
		campaignId: id(message.campaignId),
		segNum: integer(message.segNum),
		segUserBuy: dialect === 'observed' ? SEGMENT_COST : Number(SEGMENT_COST),
		from: message.from,
		to: store.freedoms.numbersWithPlus ? `+${message.to}` : message.to,
		text: message.text,
		status: message.status,
		groups: message.groups,
		uuid: uuidOf(message.id),
		countryA2: country ?? absent,
		operatorName: country === undefined ? absent : `Operator ${country}`,
		startSendTs: time(message.startSendTs),
		statusUpdateTs: time(message.statusUpdateTs),
	};
	if (dialect === 'documented') return row;
	// Recorded answers have more than the documented fields.
	const campaign = store.campaigns.get(message.campaignId);
	return {
		...row,
		userId: '1001',
		params: [],
		campaign: campaign && {
			id: id(campaign.id),
			name: campaign.name,
			commonStatus: campaign.status,
			createTs: store.zone.format(campaign.createTs),
		},
	};
}

/** One element of Message/GetSMSStatus. */
export function reportRow(message: StoredMessage, { store, dialect }: Context) {
	const { integer, id, reportTime } = valuesOf(dialect, store);
	return {
		id: id(message.id),
		status: message.status,
		segNum: integer(message.segNum),
		startSendTs: reportTime(message.startSendTs),
		statusUpdateTs: reportTime(message.statusUpdateTs),
	};
}
