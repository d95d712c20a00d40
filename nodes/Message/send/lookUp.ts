import { pool } from '../../shared/api/gate';
import { pause, settle } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { isAbove } from '../../shared/api/wire';
import type { Reason } from '../../shared/operation/failure';
import { groupBy } from '../../shared/operation/groupBy';
import type { Run } from '../../shared/operation/run';
import { madeWithin, measureShift, messagesTo, type Listed } from './list';
import { callsFor, ownerOf, type Call, type Item } from './names';
import { comparable } from './outgoing';
import type { Doubt } from './texts';
import type { Acceptance } from './call';

/** A message may appear late in the list. In ms, 15 s in all for a message. */
const PAUSES_MS = [500, 1000, 2000, 4000, 7500];

/** For all look-ups of a run together, including their calls. */
const MOST_MS = 60_000;

/** A message was made within this of its call: the list shows whole seconds, and servers differ a little. */
const NEAR_MS = 2000;

/** A call without an end was cut off; n8n waits no longer for its response. */
const LONGEST_CALL_MS = 120_000;

/** Where nothing shows how the list's times run, they are off by less than two zones can differ. */
const DAY_MS = 26 * 3_600_000;

/** A message that may or may not have been sent. */
export interface Unclear {
	item: Item;
	/** The call that may have made it, of this try or of an earlier one. */
	call?: Call;
	/** The fault of the call. */
	fault?: unknown;
	queued?: Acceptance;
	doubt: Doubt;
}

type Lost = Unclear & { call: Call };

type Take = (each: Unclear, messageId: string, campaignId: unknown) => void;

/** Looks for messages whose response was lost in the service's list. */
export class LookUps {
	private leftMs = MOST_MS;

	private shift: number | undefined;

	constructor(private readonly run: Run) {}

	/**
	 * Looks all of them up together, a few times with growing pauses.
	 *
	 * @param adopt called for each message that is certainly the item's
	 * @returns those that stay unclear, with what was found
	 */
	async find(
		unclear: Unclear[],
		adopt: (unclear: Unclear, acceptance: Acceptance) => void,
	): Promise<Unclear[]> {
		const open = new Set(unclear);
		const take: Take = (each, messageId, campaignId) => {
			adopt(each, { messageId, campaignId, status: null, recovered: true });
			open.delete(each);
		};
		const ends = Date.now() + this.leftMs;
		// Its pauses and reads end when the time is up.
		const service = this.run.service.until(AbortSignal.timeout(this.leftMs));
		const isOver = () => service.signal?.aborted === true;
		for (const wait of PAUSES_MS) {
			for (const each of open) {
				const { id, campaignId } = each.call ?? {};
				if (id !== undefined) take(each, id, campaignId);
			}
			const lost = [...open].filter((each): each is Lost => each.call !== undefined);
			if (lost.length === 0 || isOver()) break;
			await pause(wait, service.signal);
			const groups = groupBy(lost, ({ item }) => item.content);
			await pool(
				groups,
				() => service.level.reads,
				isOver,
				// A look-up that failed found nothing; the next round asks again.
				async (group) => void (await settle(async () => await this.match(service, group, take))),
			);
		}
		this.leftMs = Math.max(0, ends - Date.now());
		return [...open];
	}

	/**
	 * Ids before clocks: a message is a call's own only if it is equal, has an ID above all that were known before the
	 * call, was made at the time of the call, and if there are as many such messages as calls without a response, in
	 * all executions of this process. They are paired in the order of their IDs, as soon as no equal call of another run
	 * is under way: its response will name its message.
	 *
	 * @param group equal messages
	 */
	private async match(service: Service, group: Lost[], take: Take): Promise<void> {
		const [{ item }] = group;
		const { message, content } = item;
		const all = await messagesTo(service, message.recipient);
		const own = new Set(group.map(({ call }) => call));
		const isFree = ({ id }: Listed) => ownerOf(service.account.id, id) === undefined;
		const rows = all.filter(isFree);
		const wanted = comparable(message.text, message);
		const isEqual = (row: Listed) => comparable(row.text, message) === wanted;
		if (rows.some(isEqual)) this.shift ??= await measureShift(service);
		const { shift } = this;
		const calls = [...new Set([...own, ...callsFor(content)])]
			.filter(({ id }) => id === undefined)
			.sort((a, b) => a.began - b.began);
		const fitting = new Map<Call, Set<string>>();
		for (const call of calls) {
			const above = rows.filter(({ id }) => isAbove(id, call.above));
			const since =
				shift === undefined
					? above.filter(isOfTheDay(call))
					: await madeAfter(service, above, call, shift);
			const equal = since.filter(isEqual).sort((a, b) => (isAbove(a.id, b.id) ? 1 : -1));
			const near =
				shift === undefined || equal.length === 0
					? new Set<string>()
					: await madeWithin(service, equal, spanOf(call, shift));
			const ids = new Set(equal.flatMap(({ id }) => (near.has(id) ? id : [])));
			if (ids.size > 0) fitting.set(call, ids);
			for (const each of group) {
				if (each.call !== call) continue;
				const found = (equal.length > 0 ? equal : since).map(({ id }) => id);
				const reason = reasonOf(since, equal, shift, ids);
				each.doubt = { reason, found };
			}
		}
		const ids = new Set([...fitting.values()].flatMap((some) => [...some]));
		// Meanwhile other runs may have found theirs, and rows that were free when they were read.
		const open = calls.filter(({ id }) => id === undefined);
		const sorted = rows
			.filter((row) => ids.has(row.id) && isFree(row))
			.sort((a, b) => (isAbove(a.id, b.id) ? 1 : -1));
		const isUnderWay = (call: Call) =>
			!own.has(call) && call.ended === undefined && Date.now() < endOf(call);
		// A call that fits none may be carried out late.
		const isPaired =
			!open.some(isUnderWay) &&
			sorted.length === open.length &&
			open.every((call, n) => fitting.get(call)?.has(sorted[n].id));
		if (!isPaired) return;
		for (const [n, call] of open.entries()) {
			const each = group.find((lost) => lost.call === call);
			if (each) take(each, sorted[n].id, sorted[n].campaignId);
		}
	}
}

/** Why a call's message is not certain yet, from what was listed since it began. */
function reasonOf(
	since: Listed[],
	equal: Listed[],
	shift: number | undefined,
	near: Set<string>,
): Reason {
	if (since.length === 0) return 'notListed';
	if (equal.length === 0) return 'text';
	if (shift === undefined) return 'unmeasured';
	return near.size === 0 ? 'time' : 'rival';
}

const endOf = ({ began, ended = began + LONGEST_CALL_MS }: Call): number => ended;

const spanOf = (call: Call, shift: number) => ({
	from: call.began + shift - NEAR_MS,
	to: endOf(call) + shift + NEAR_MS,
});

async function madeAfter(service: Service, rows: Listed[], call: Call, shift: number) {
	if (rows.length === 0) return [];
	const made = await madeWithin(service, rows, { from: spanOf(call, shift).from });
	return rows.filter(({ id }) => made.has(id));
}

/** Its times, as far as shown, do not speak against it, whatever the zone is. */
const isOfTheDay =
	({ began }: Call) =>
	({ started, changed }: Listed): boolean =>
		[started, changed].every((shown) => shown === undefined || shown > began - DAY_MS);
