import { NoAnswer } from '../../shared/api/faults';
import { pool } from '../../shared/api/gate';
import { readPage } from '../../shared/api/pages';
import { settle } from '../../shared/api/promises';
import { idText, isAbove, text, time, type Row } from '../../shared/api/wire';
import { formatInstant, instant } from '../../shared/input/time/zone';
import { Failure } from '../../shared/operation/failure';
import { toFaultText } from '../../shared/operation/nodeError';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import type { Item } from './names';

const METHOD = 'Message/List';
const DAY_MS = 24 * 3_600_000;

/** A message shows in the service's list after so long at the latest. */
const LAG_MS = 75_000;

/** The list's clock may be off by so much; what is more is a wrong zone in the credential. */
const CLOCKS_MS = 10 * 60_000;

/** A message that this process sent a moment ago. */
interface Sent {
	id: string;
	to: string;
	/** ms since the epoch. */
	at: number;
	/** The service sent it right away. */
	isAtOnce: boolean;
}

interface Account {
	/** Of the last `LAG_MS`: the list may not show them yet. */
	sent: Sent[];
	/** How far the list's times are ahead of what the credential's zone says, in ms. */
	shift: number;
}

const accounts = new Map<string, Account>();

/** Accounts that are remembered. */
const MOST = 100;

function accountOf({ service }: Run): Account {
	const name = service.account.id;
	const known = accounts.get(name) ?? { sent: [], shift: 0 };
	accounts.delete(name);
	accounts.set(name, known);
	const [oldest] = accounts.keys();
	if (accounts.size > MOST) accounts.delete(oldest);
	return known;
}

/** Remembers an accepted message. @param isAtOnce see `Sent` */
export function noteSent(run: Run, to: string, messageId: unknown, isAtOnce: boolean): void {
	const { sent } = accountOf(run);
	const now = Date.now();
	const fresh = sent.findIndex(({ at }) => at > now - LAG_MS);
	sent.splice(0, fresh < 0 ? sent.length : fresh);
	sent.push({ id: idText(messageId), to, at: now, isAtOnce });
}

/**
 * Keeps a run below Max per Day and Max per Recipient per Day, as the service's own list counts the messages
 * of the last 24 hours: one call for the account, and one for each number. A list that cannot be read lets
 * nothing pass.
 *
 * @returns the messages that may be sent; the others have failed
 */
export async function withinTheDay(run: Run, items: Item[]): Promise<Item[]> {
	const asking = items.filter(({ message }) => !message.options.dryRun);
	const perDay = asking.at(0)?.message.options.maxPerDay ?? 0;
	const refusal = perDay > 0 ? await ofTheAccount(run, asking.length, perDay) : undefined;
	if (refusal) for (const { index } of asking) run.fail(index, refusal);
	else await ofEachNumber(run, asking);
	return items.filter(({ index }) => !run.faults.has(index));
}

async function ofTheAccount(run: Run, more: number, cap: number): Promise<Failure | undefined> {
	const counted = await settle(async () => await madeInADay(run));
	if ('fault' in counted) return uncounted(counted.fault, 'maxPerDay');
	if (counted.value + more <= cap) return undefined;
	return new Failure(
		`The account made ${counted.value} messages in the last 24 hours and the run has ${more}, but Max per Day allows ${cap}, so nothing was sent`,
		'Look at what sends so many. Then wait, or raise Max per Day.',
		{ outcome: 'refused', field: 'maxPerDay' },
	);
}

async function ofEachNumber(run: Run, items: Item[]): Promise<void> {
	const capped = items.filter(({ message }) => message.options.maxPerRecipientPerDay > 0);
	await pool(
		groupBy(capped, ({ message }) => message.recipient),
		() => run.service.level.reads,
		() => run.cancelled,
		async (own) => {
			const number = own[0].message.recipient;
			const counted = await settle(async () => await madeInADay(run, number));
			let count = 'value' in counted ? counted.value : 0;
			for (const { index, message } of own) {
				const cap = message.options.maxPerRecipientPerDay;
				if ('fault' in counted)
					run.fail(index, uncounted(counted.fault, 'maxPerRecipientPerDay', number));
				else if (count < cap) count++;
				else run.fail(index, tooMany(number, count, cap));
			}
		},
	);
}

const tooMany = (recipient: string, count: number, cap: number): Failure =>
	new Failure(
		`${recipient} has ${count} ${count === 1 ? 'message' : 'messages'} of the last 24 hours, but Max per Recipient per Day allows ${cap}`,
		'Wait, or raise Max per Recipient per Day.',
		{ outcome: 'refused', field: 'maxPerRecipientPerDay', recipient },
	);

const uncounted = (fault: unknown, field: string, recipient?: string): Failure =>
	new Failure(
		`The messages of the last 24 hours could not be counted, so nothing was sent: ${toFaultText(fault)}`,
		'Try again when the list of messages can be read.',
		{ outcome: 'refused', field, ...(recipient !== undefined && { recipient }) },
	);

/**
 * How many messages the account made in the last 24 hours, or how many of them to one number: those in the
 * list, and those that this process sent and the list does not show yet.
 *
 * @throws NoAnswer | ServiceRefusal when the list cannot be read, or does not say how many there are
 */
async function madeInADay(run: Run, to?: string): Promise<number> {
	const account = accountOf(run);
	let { items, total } = await read(run, account, to);
	const shift = measured(run, account, items);
	if (shift !== undefined && Math.abs(shift - account.shift) > CLOCKS_MS) {
		account.shift = shift;
		({ items, total } = await read(run, account, to));
	}
	const isWhole = items.length < PAGE;
	if (total === undefined && !isWhole) throw new NoAnswer(METHOD, 'incomplete', '');
	// The service also finds longer numbers that have this one in them.
	const others = to === undefined ? 0 : items.filter((row) => numberOf(row) !== to).length;
	const listed = Math.max(total ?? 0, items.length) - others;
	const ids = new Set(items.map(({ id }) => idText(id)));
	const lowest = isWhole ? undefined : idText(items.at(-1)?.id);
	const unlisted = account.sent.filter(
		(sent) =>
			(to === undefined || sent.to === to) &&
			sent.at > Date.now() - LAG_MS &&
			!ids.has(sent.id) &&
			isAbove(sent.id, lowest),
	);
	return listed + unlisted.length;
}

const PAGE = 100;

/** The newest first, by the list's own time. */
async function read({ service }: Run, { shift }: Account, to: string | undefined) {
	const from = (service.clock.now() ?? Date.now()) + shift - DAY_MS;
	const campaignCreateTsFrom = formatInstant(from, service.account.zone);
	const params = { criteria: { to, campaignCreateTsFrom }, sort: { campaignId: 'DESC' } };
	return await readPage(service, METHOD, params, PAGE, 0);
}

/** How far the list's times are ahead, as its rows of messages show that this process just sent. */
function measured({ service }: Run, { sent }: Account, rows: Row[]): number | undefined {
	const known = new Map(sent.filter(({ isAtOnce }) => isAtOnce).map(({ id, at }) => [id, at]));
	for (const row of rows) {
		const [at, started] = [known.get(idText(row.id)), time(row.startSendTs)];
		if (at === undefined || typeof started !== 'string' || !TIME.test(started)) continue;
		return instant(started, service.account.zone) - at;
	}
	return undefined;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const numberOf = ({ to }: Row): string =>
	String(text(to) ?? '')
		.trim()
		.replace(/^\+/, '');
