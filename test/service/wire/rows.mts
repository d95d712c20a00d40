import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { StoredLink } from '../store/links.mts';
import type { StoredMessage } from '../store/messages.mts';
import type { Store } from '../store/store.mts';
import type { Dialect } from '../types.mts';

/** What the form of a row depends on. */
interface Context {
	store: Store;
	dialect: Dialect;
}

/** F23: a time and a date that are not set. */
const BLANK = {
	null: { time: null, date: null },
	space: { time: ' ', date: ' ' },
	empty: { time: '', date: '' },
	zero: { time: '0000-00-00 00:00:00', date: '0000-00-00' },
} as const;

/** A number; past the safe range it would arrive as another one, so it stays as it is. */
const toNumber = (value: number | string): number | string =>
	Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** How plain values are written in an answer. */
export function valuesOf(dialect: Dialect, { zone, freedoms }: Store) {
	const blank = BLANK[freedoms.blankTimes];
	const observed = dialect === 'observed';
	/** A documented integer: a number on paper, a string in recorded answers. */
	const integer = observed ? String : toNumber;
	/** A time (ms) in the account's zone. */
	const time = (ms: number | null) => (ms === null ? blank.time : zone.format(ms));
	const ids = { asIs: integer, number: toNumber, text: String, spaced: (id: string) => ` ${id}` };
	return {
		integer,
		time,
		/** An identifier: an integer, or in another form (F22). */
		id: ids[freedoms.idForm],
		/** A day, `YYYY-MM-DD`. */
		date: (text: string | null) => text ?? blank.date,
		/** A time of a delivery report, which is documented as `YYYY-MM-DD HH-MM-SS`. */
		reportTime: (ms: number | null) =>
			(observed ? time(ms) : time(ms)?.replaceAll(':', '-')) ?? null,
		/** A text that is not known. */
		absent: observed ? null : '',
	};
}

export function campaignLinkRow(link: StoredLink, { store, dialect }: Context) {
	const { integer, id } = valuesOf(dialect, store);
	return {
		id: id(link.id),
		code: link.code,
		fullLink: link.fullLink,
		shortLink: store.shortLink(link.code),
		clickCnt: integer(link.clicks.length),
		redirectCnt: integer(link.redirects.length),
		comment: link.comment,
	};
}

/** A link as Link/Get and Link/List show it; recorded answers have more than the documented fields. */
export function linkRow(link: StoredLink, context: Context): Record<string, unknown> {
	const { store, dialect } = context;
	const { integer, date, time } = valuesOf(dialect, store);
	const { redirectCnt, ...shared } = campaignLinkRow(link, context);
	const row = {
		...shared,
		status: integer(link.status),
		moderatorStatus: integer(link.moderatorStatus),
		createTs: time(link.createTs),
		expirationDate: date(link.expirationDate),
		moderatorComment: link.moderatorComment,
	};
	// Only a service that keeps deleted links (F16) ever shows one.
	const deletedTs = time(link.deletedTs);
	if (dialect === 'documented') return link.deletedTs === null ? row : { ...row, deletedTs };
	return {
		...{ ...row, redirectCnt, deletedTs },
		domain: new URL(store.publicUrl).host,
		updateTs: time(link.updateTs),
		realExpirationDate: date(link.expirationDate),
	};
}

/** Made from the id, so that a million stored messages need not carry one. */
const uuidOf = (id: string): string => `00000000-0000-4000-8000-${id.padStart(12, '0').slice(-12)}`;

export function messageRow(message: StoredMessage, context: Context, numberInfo: boolean) {
	const { store, dialect } = context;
	const { integer, id, time, absent } = valuesOf(dialect, store);
	const country = numberInfo ? parsePhoneNumberFromString(`+${message.to}`)?.country : undefined;
	const row = {
		id: id(message.id),
		campaignId: id(message.campaignId),
		segNum: integer(message.segNum),
		segUserBuy: dialect === 'observed' ? message.segUserBuy : Number(message.segUserBuy),
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
		campaign: campaign && { commonStatus: campaign.status },
	};
}

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
