import { readPage, readRows } from '../../shared/api/pages';
import type { Params, Service } from '../../shared/api/service';
import { idText, lowestFirst, time, type Row } from '../../shared/api/wire';
import { formatInstant, instant } from '../../shared/input/time/zone';
import { witnesses, type Call } from './calls';

export const METHOD = 'Message/List';

/** How late the list may show a message. */
export const LATE_MS = 75_000;

/** A message is listed within this of its time: the list shows whole seconds, and servers differ a little. */
export const NEAR_MS = 2000;

/** No two zones differ by more: how far the list's times may be off, where nothing shows it. */
export const MOST_ZONES_MS = 26 * 3_600_000;

/** A message in the service's list. */
export interface Listed {
	id: string;
	campaignId: string;
	to: string;
	text: unknown;
	/** When sending began, as far as known. In ms since the epoch, by the list's own time. */
	started?: number;
}

/** A span by the list's own time, in ms since the epoch. Without `to` it is still open. */
export interface Span {
	from: number;
	to?: number;
}

/** The most rows of a page, and campaigns that the service searches at once. */
const MOST = 100;

/** The newest messages to exactly this recipient; the service also matches parts of numbers. */
export async function newestTo(service: Service, recipient: string): Promise<Listed[]> {
	const { rows } = await newest(service, { to: recipient });
	return rows.filter(({ id, to }) => to === recipient && id !== '');
}

/** The newest messages, up to 100, and how many there are; Infinity where the list does not say. */
async function newest(service: Service, criteria: Params) {
	const params = { criteria, sort: { campaignId: 'DESC' } };
	const { items, total } = await readPage(service, METHOD, params, MOST, 0);
	const rows = items.map(listed(service));
	const least = rows.length < MOST ? rows.length : Infinity;
	return { rows, count: Math.max(rows.length, total ?? least) };
}

/** The same of campaigns that were made since then. @param from in ms since the epoch, by the list's own time */
export const newestSince = async (service: Service, from: number) =>
	await newest(service, created(service, { from }));

/** The most messages that are read as a whole list. */
const MOST_ROWS = 100_000;

/**
 * All messages to these numbers that were made since then. The list is read whole or by number, whichever takes fewer
 * calls; read whole, it also has all other numbers.
 *
 * @param known how many other numbers were asked for before
 */
export async function allTo(service: Service, from: number, numbers: string[], known = 0) {
	const most = Math.min(MOST * (numbers.length + known), MOST_ROWS);
	const all = most > MOST ? await newestSince(service, from) : undefined;
	if (all && all.count <= most) {
		const isPage = all.count === all.rows.length && all.count < MOST;
		return { rows: isPage ? all.rows : await allSince(service, from), isWhole: true };
	}
	const rows: Listed[] = [];
	await service.each('reads', numbers, async (to) => {
		rows.push(...(await allSince(service, from, to)));
	});
	return { rows, isWhole: false };
}

/** All messages of campaigns that were made since then, the oldest first, or only those to one number. */
async function allSince(service: Service, from: number, to?: string): Promise<Listed[]> {
	const { rows } = await readRows(service, {
		method: METHOD,
		params: { criteria: { to, ...created(service, { from }) } },
		limit: Infinity,
		stillOrders: [{ campaignId: 'ASC' }, { campaignId: 'DESC' }],
		convert: listed(service),
	});
	return to === undefined ? rows : rows.filter((row) => row.to === to);
}

/** The ids of those messages whose campaigns were made within the span, in whole seconds. */
export async function idsWithin(
	service: Service,
	messages: Array<Pick<Listed, 'campaignId'>>,
	span: Span,
): Promise<Set<string>> {
	const campaignIds = [...new Set(messages.map(({ campaignId }) => campaignId))];
	const ids = new Set<string>();
	for (let first = 0; first < campaignIds.length; first += MOST) {
		const some = campaignIds.slice(first, first + MOST);
		const { rows } = await newest(service, { campaignIds: some, ...created(service, span) });
		for (const { id } of rows) ids.add(id);
	}
	return ids;
}

/**
 * The ids of those messages whose campaigns were made since then. IDs rise with time: once the lowest hundred were all
 * made since then, so were those above.
 */
export async function idsSince(
	service: Service,
	messages: Array<Pick<Listed, 'id' | 'campaignId'>>,
	from: number,
): Promise<Set<string>> {
	const rising = [...messages].sort(lowestFirst);
	const ids = new Set<string>();
	for (let first = 0; first < rising.length; first += MOST) {
		const rest = rising.slice(first);
		const lowest = rest.slice(0, MOST);
		const made = await idsWithin(service, lowest, { from });
		const isAll = lowest.every(({ id }) => made.has(id));
		for (const id of isAll ? rest.map((each) => each.id) : made) ids.add(id);
		if (isAll) break;
	}
	return ids;
}

/** A call that took longer says too little about when its message was made. */
const QUICK_MS = 2000;

/**
 * How far the list's own time is ahead of n8n's clock, in ms, whatever the clocks and zones are: measured by messages
 * whose calls were answered.
 *
 * @returns undefined where no such message is listed
 */
export async function measureShift(service: Service): Promise<number | undefined> {
	const known = witnesses(service.account.id, QUICK_MS);
	if (known.length === 0) return undefined;
	const campaignIds = known.flatMap(({ campaignId }) => campaignId ?? []);
	const { rows: shown } = await newest(service, { campaignIds });
	const rows = new Map(shown.map((row) => [row.id, row]));
	const seen = known.filter(({ id = '' }) => rows.has(id));
	const shifts = seen.flatMap(({ id = '', sent, began, ended = began }) => {
		const { started } = rows.get(id) ?? {};
		// The list drops parts of a second: half a second on average.
		return sent === 'atOnce' && started !== undefined ? started + 500 - (began + ended) / 2 : [];
	});
	// A message may have been sent a while after its call, never before.
	if (shifts.length > 0) return shifts.reduce((a, b) => Math.min(a, b));
	const last = seen.at(-1);
	return last && (await isListedAtItsTime(service, last)) ? 0 : undefined;
}

/** Whether a message, even one not sent yet, is listed at the time of its call: then the list goes by n8n's clock. */
async function isListedAtItsTime(service: Service, call: Call): Promise<boolean> {
	const { id = '', campaignId = '', began, ended = began } = call;
	const span = { from: began - QUICK_MS, to: ended + QUICK_MS };
	return (await idsWithin(service, [{ campaignId }], span)).has(id);
}

/** How far the clocks of two machines that n8n runs on may be apart. */
export const CLOCKS_MS = 300_000;

/** How far the list's times may be behind n8n's clock: tried in turn, until the list has a message that is newer. */
const BEHIND_MS = [60_000, 300_000, 3_600_000, MOST_ZONES_MS];

/** Which listed times are those of messages sent since a moment. */
export interface Window {
	/** What was sent since then has this time in the list, or a later one. */
	from: number;
	/** What has this time or a later one was certainly sent since then; undefined where no time can tell. */
	certain: number | undefined;
	/** The list's time is that of n8n's clock and this, or a later one. */
	ahead: number;
	/** By a message of this process: what is older is of before, unless n8n's clock was set meanwhile. */
	isMeasured?: true;
}

/** @param began in ms since the epoch, by the clock of n8n, which may have been another machine's. @throws what reading throws */
export async function windowSince(service: Service, began: number): Promise<Window> {
	const now = Date.now();
	// n8n's clock was set back since then, and nothing shows how far.
	if (began > now)
		return { from: began - MOST_ZONES_MS, certain: undefined, ahead: -MOST_ZONES_MS };
	const shift = await measureShift(service);
	// The clock that tells the beginning may be that of another machine, or may have been set right since then.
	if (shift !== undefined) {
		const from = began + shift - CLOCKS_MS;
		const [ahead, certain] = [shift - NEAR_MS, began + shift - NEAR_MS];
		return { from, certain, ahead, isMeasured: true };
	}
	// Nothing is made later than now, so the newest message shows how far the list's times are behind.
	const isEmptySince = async (from: number) => (await newestSince(service, from)).count === 0;
	let [behind, ...longer] = BEHIND_MS;
	while (longer.length > 0 && (await isEmptySince(now - behind))) [behind, ...longer] = longer;
	const isAhead = !(await isEmptySince(now + LATE_MS));
	// A service whose clock is ahead may stamp its messages by it.
	const lead = Math.max(0, service.now - now);
	const certain = isAhead ? undefined : began + lead - NEAR_MS;
	const ahead = -behind - NEAR_MS;
	return { from: began + ahead, certain, ahead };
}

/** Criteria for messages whose campaigns were made within a span. */
const created = ({ account }: Service, { from, to }: Span): Params => ({
	campaignCreateTsFrom: formatInstant(from, account.zone),
	campaignCreateTsTo: to === undefined ? undefined : formatInstant(to, account.zone),
});

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** What the list says of a message. */
const listed =
	({ account }: Service) =>
	(row: Row): Listed => {
		const started = time(row.startSendTs);
		const isTime = typeof started === 'string' && TIME.test(started);
		return {
			id: idText(row.id),
			campaignId: idText(row.campaignId),
			to: idText(row.to).replace(/^\+/, ''),
			text: row.text,
			started: isTime ? instant(started, account.zone) : undefined,
		};
	};
