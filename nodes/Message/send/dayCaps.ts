import { NoAnswer } from '../../shared/api/faults';
import { pool } from '../../shared/api/gate';
import { readPage } from '../../shared/api/pages';
import { settle } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { isAbove } from '../../shared/api/wire';
import { Failure } from '../../shared/operation/failure';
import { toFaultText } from '../../shared/operation/nodeError';
import { groupBy } from '../../shared/operation/groupBy';
import { hash } from '../../shared/operation/ledger';
import type { Run } from '../../shared/operation/run';
import { created, listed, METHOD, type Listed } from './list';
import { acceptedSince, ownerOf, type Item } from './names';

const DAY_MS = 24 * 3_600_000;

/** A message shows in the service's list after so long at the latest. */
const LAG_MS = 75_000;

/** The list's clock may be off by so much; more is a wrong zone in the credential. */
const CLOCKS_MS = 10 * 60_000;

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
	const { service } = run;
	let { rows, total } = await read(service, 0, to);
	const shift = measured(service, rows);
	if (Math.abs(shift) > CLOCKS_MS) ({ rows, total } = await read(service, shift, to));
	const isWhole = rows.length < PAGE;
	if (total === undefined && !isWhole) throw new NoAnswer(METHOD, 'incomplete', '');
	// The service also finds longer numbers that have this one in them.
	const others = to === undefined ? 0 : rows.filter((row) => row.to !== to).length;
	const listed = Math.max(total ?? 0, rows.length) - others;
	const ids = new Set(rows.map(({ id }) => id));
	const lowest = isWhole ? undefined : rows.at(-1)?.id;
	const of = to === undefined ? undefined : hash(to);
	const unlisted = acceptedSince(service.account.id, Date.now() - LAG_MS, of).filter(
		({ id = '' }) => !ids.has(id) && isAbove(id, lowest),
	);
	return listed + unlisted.length;
}

const PAGE = 100;

/** The newest first, by the list's own time. @param shift how far that is ahead of the credential's zone, in ms */
async function read(service: Service, shift: number, to: string | undefined) {
	const from = (service.clock.now() ?? Date.now()) + shift - DAY_MS;
	const params = {
		criteria: { to, ...created(service, { from }) },
		sort: { campaignId: 'DESC' },
	};
	const { items, total } = await readPage(service, METHOD, params, PAGE, 0);
	return { rows: items.map(listed(service)), total };
}

/** How far the list's times are ahead, as its rows of messages show that this process sent; 0 where none does. */
function measured({ account }: Service, rows: Listed[]): number {
	for (const { id, started } of rows) {
		const call = ownerOf(account.id, id);
		if (call?.sent === 'atOnce' && started !== undefined) return started - call.began;
	}
	return 0;
}
