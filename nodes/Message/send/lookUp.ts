import { Gate } from '../../shared/api/gate';
import { pause, settle, timeLimit } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { isAbove, lowestFirst } from '../../shared/api/wire';
import type { Reason } from '../../shared/operation/nodeError';
import { groupBy } from '../../shared/operation/gather';
import { idsWithin, measureShift, MOST_ZONES_MS, NEAR_MS, newestTo, type Listed } from './list';
import { callsFor, endOf, ownerOf, type Call } from './calls';
import type { Item } from './items';
import { comparable } from './outgoing';
import type { Records } from './records';

/** A message may appear late in the list. In ms, 15 s in all for a message. */
const PAUSES_MS = [500, 1000, 2000, 4000, 7500];

/** For all look-ups of a run together, including their calls. */
const MOST_MS = 60_000;

type Lost = Item & { call: Call };

/** Looks for messages whose response was lost in the service's list. */
export class LookUps {
	private leftMs = MOST_MS;

	private shift: number | undefined;

	private readonly measuring = new Gate(() => 1);

	constructor(private readonly records: Records) {}

	/** Looks all of them up together, a few times with growing pauses. What stays unclear fails as unknown. */
	async clearUp(unclear: Item[]): Promise<void> {
		const { records } = this;
		if (unclear.length === 0) return;
		for (const item of unclear) records.unclear.delete(item);
		const ends = performance.now() + this.leftMs;
		// Its pauses and reads end when the time is up.
		const service = records.run.service.until(timeLimit(this.leftMs));
		for (const wait of PAUSES_MS) {
			for (const item of unclear.filter(records.isLeft))
				if (item.call?.id !== undefined) records.found(item, item.call);
			const open = unclear.filter(records.isLeft);
			const lost = open.filter((item): item is Lost => item.call !== undefined);
			if (lost.length === 0) break;
			await pause(wait, service.signal);
			const groups = groupBy(lost, ({ content }) => content);
			// A look-up that failed found nothing; the next round asks again.
			const match = async (group: Lost[]) => void (await settle(this.match(service, group)));
			await service.each('reads', groups, match);
		}
		this.leftMs = Math.max(0, ends - performance.now());
		for (const item of unclear.filter(records.isLeft)) records.leaveUnknown(item);
	}

	/**
	 * IDs before clocks. A message belongs to a call only if recipient and text are equal, its ID is above all that were
	 * known before the call, and it was made at the time of the call. There must be as many such messages as calls without
	 * a response, in all executions of this process; they are paired in the order of their IDs. As long as an equal call of
	 * another run is under way, nothing is decided: its response will name its message.
	 *
	 * @param group equal messages
	 */
	private async match(service: Service, group: Lost[]): Promise<void> {
		const [item] = group;
		const { message, to } = item;
		const own = new Set(group.map(({ call }) => call));
		const isFree = ({ id }: Listed) => ownerOf(to, id) === undefined;
		const listed = await newestTo(service, message.recipient);
		const rows = listed.filter(isFree).sort(lowestFirst);
		const wanted = comparable(message.text, message);
		const isEqual = (row: Listed) => comparable(row.text, message) === wanted;
		if (rows.some(isEqual))
			await this.measuring.through(async () => (this.shift ??= await measureShift(service)));
		const { shift } = this;
		const calls = [...new Set([...own, ...callsFor(item)])]
			.filter(({ id }) => id === undefined)
			.sort((a, b) => a.began - b.began);
		const fitting = new Map<Call, Listed[]>();
		for (const call of calls) {
			const since = rows.filter(isSince(call, shift));
			const equal = since.filter(isEqual);
			const near = shift === undefined ? [] : await madeAt(service, equal, call, shift);
			fitting.set(call, near);
			const found = (equal.length > 0 ? equal : since).map(({ id }) => id);
			const doubt = { reason: reasonOf(since, equal, shift, near), found };
			for (const each of group) if (each.call === call) each.doubt = doubt;
		}
		const fit = new Set([...fitting.values()].flat());
		// Meanwhile other runs may have found the messages of their calls, some of them among these rows.
		const open = calls.filter(({ id }) => id === undefined);
		const left = rows.filter((row) => fit.has(row) && isFree(row));
		const isUnderWay = (call: Call) =>
			!own.has(call) && call.ended === undefined && Date.now() < endOf(call);
		// As many rows as calls: a call without a row may still be carried out.
		const isPaired =
			!open.some(isUnderWay) &&
			left.length === open.length &&
			open.every((call, n) => fitting.get(call)?.includes(left[n]));
		if (!isPaired) return;
		for (const [n, call] of open.entries()) {
			const each = group.find((lost) => lost.call === call);
			if (each) this.records.found(each, left[n]);
		}
	}
}

/** Why a call's message is not certain yet, from what was listed since it began. */
function reasonOf(
	since: Listed[],
	equal: Listed[],
	shift: number | undefined,
	near: Listed[],
): Reason {
	if (since.length === 0) return 'notListed';
	if (equal.length === 0) return 'text';
	if (shift === undefined) return 'unmeasured';
	return near.length === 0 ? 'time' : 'rival';
}

/** Those of the messages that were made at the time of a call. */
async function madeAt(service: Service, rows: Listed[], call: Call, shift: number) {
	const span = { from: call.began + shift - NEAR_MS, to: endOf(call) + shift + NEAR_MS };
	const made = await idsWithin(service, rows, span);
	return rows.filter(({ id }) => made.has(id));
}

/** Whether a row's ID and times allow that the call made it. Where the shift is not known, in whatever zone they are. */
const isSince =
	({ above, began }: Call, shift = -MOST_ZONES_MS) =>
	({ id, started }: Listed): boolean =>
		isAbove(id, above) && (started === undefined || started > began + shift - NEAR_MS);
