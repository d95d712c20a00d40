import { pause } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { isAbove, lowestFirst } from '../../shared/api/wire';
import type { Reason } from '../../shared/operation/nodeError';
import { beforeSetBack } from '../../shared/input/time/zone';
import { groupBy } from '../../shared/operation/gather';
import type { SendJournal } from './journal';
import {
	allTo,
	CLOCKS_MS,
	idsSince,
	idsWithin,
	LATE_MS,
	newestSince,
	windowSince,
	type Listed,
	type Window,
} from './list';
import { callsFor, callsTo, LOADED, ownerOf } from './calls';
import type { Item } from './items';
import { comparable } from './outgoing';
import { stillSending } from './texts';

/** A message from the list, with its text, or from a call of another retry, with the hash of its content. */
type Known = Pick<Listed, 'id' | 'campaignId'> & ({ text: unknown } | { content: string });

/** Takes the message that an item certainly has; none where that is in doubt. */
export type Take = (item: Item, message?: Pick<Listed, 'id' | 'campaignId'>) => void;

/** The items to one number: all of the run, those of which nothing is known, and the messages to that number. */
interface Group {
	all: Item[];
	items: Item[];
	messages: Known[];
}

/**
 * Finds in the service's list what earlier executions with the same beginning sent: the one that crashed, and other
 * retries. The list is read once in an execution, whole or for single numbers, whichever takes fewer calls.
 */
export class EarlierMessages {
	private window: Window | undefined;
	/** What was read of the list, by number. */
	private readonly rows = new Map<string, Listed[]>();
	private isWhole = false;
	/** When it was read last, in ms since the epoch. */
	private readAt = 0;
	/** What is not above this ID was made more than LATE_MS before it was read last, whatever the clocks say. */
	private old: string | undefined;

	/** What was sent since the beginning has an ID above this one. */
	private readonly above: string | undefined;

	/** Earlier runs sent after this, in ms since the epoch by n8n's clock. */
	private readonly began: number;

	/** @param journal of the first run in this execution */
	constructor(private readonly journal: SendJournal) {
		const { above, began = 0 } = journal.since;
		this.above = above;
		// The execution may have waited for days.
		this.began = Math.max(journal.began, began - CLOCKS_MS);
	}

	/**
	 * @param items those of which nothing is known
	 * @param all the items of the run
	 * @param take called for each item that was or may have been sent, before others can find its message
	 * @throws what reading the list throws; Failure while another process sends these messages
	 */
	async find(service: Service, items: Item[], all: Item[], take: Take): Promise<void> {
		// The runs that follow have other items, and the other execution may not have come to them yet.
		if (Date.now() - (this.journal.last.stopped ?? -Infinity) < LATE_MS) this.stop();
		// What was sent right before n8n was started again may not be listed yet; nor, if nothing was saved of the
		// execution, what it sent at its beginning.
		const isAnew = LOADED > this.began;
		const since = this.journal.isSaved ? Infinity : Date.now() - this.began;
		const quietMs = isAnew ? performance.now() : since;
		await pause(Math.min(LATE_MS, LATE_MS - quietMs), service.signal);
		this.window ??= await windowSince(service, this.began);
		const sought = new Set(items);
		const numbers = groupBy(all, ({ of }) => of);
		const groups = (): Group[] =>
			numbers.flatMap((to) => {
				const left = to.filter((item) => sought.has(item));
				return left.length === 0 ? [] : { all: to, items: left, messages: this.messagesTo(to[0]) };
			});
		await this.read(service, items);
		if (await this.hasNew(service, groups())) {
			const hasMore = async () => await this.readAgain(service, items, groups);
			// The second reading shows all that was made before the first one. What only the third shows was made since.
			if ((await hasMore()) && (await hasMore())) this.stop();
		}
		const { certain: from } = this.window;
		const messages = groups().flatMap((each) => each.messages);
		const certain = from === undefined ? new Set() : await idsSince(service, messages, from);
		// The groups are made again, since other runs may have taken some of the messages meanwhile.
		for (const group of groups()) this.assign(group, certain, take);
	}

	/** Another execution still sends. */
	private stop(): never {
		this.journal.last.stopped = Date.now();
		throw stillSending();
	}

	/** Reads what was not read yet for these items. */
	private async read(service: Service, items: Item[]): Promise<void> {
		const from = beforeSetBack(this.window?.from ?? 0, service.account.zone);
		const numbers = new Set(items.map(({ message }) => message.recipient));
		let missing = [...numbers].filter((to) => !this.rows.has(to));
		if (missing.length > 0 && !this.isWhole) this.readAt = Date.now();
		// A response may be empty by mistake, so what shows nothing is asked for twice.
		for (let asks = 0; asks < 2 && !this.isWhole && missing.length > 0; asks++) {
			const { rows, isWhole } = await allTo(service, from, missing, this.rows.size);
			for (const own of groupBy(rows, ({ to }) => to)) this.rows.set(own[0].to, own);
			this.isWhole = isWhole && (rows.length > 0 || asks > 0);
			missing = missing.filter((to) => !this.rows.has(to));
		}
		for (const to of missing) this.rows.set(to, []);
	}

	/** @returns whether more of these items are listed than before */
	private async readAgain(
		service: Service,
		items: Item[],
		groups: () => Group[],
	): Promise<boolean> {
		const before = new Set(listedOf(groups()).map(({ id }) => id));
		const { rows } = await newestSince(service, this.window?.from ?? 0);
		this.old = rows.sort(lowestFirst).at(-1)?.id;
		await pause(LATE_MS, service.signal);
		this.isWhole = false;
		this.rows.clear();
		await this.read(service, items);
		return listedOf(groups()).some(({ id }) => !before.has(id));
	}

	/** Whether a message of these items was so new that others were not listed yet. */
	private async hasNew(service: Service, groups: Group[]): Promise<boolean> {
		const above = listedOf(groups).filter(({ id }) => isAbove(id, this.old));
		const { ahead = 0 } = this.window ?? {};
		const from = this.readAt + ahead - LATE_MS;
		return (await idsWithin(service, above.sort(lowestFirst).slice(-100), { from })).size > 0;
	}

	/** Messages to the item's number that an execution with this beginning may have sent, in the order of their ids. */
	private messagesTo({ message, to }: Item): Known[] {
		const { began } = this.journal;
		const rows = this.rows.get(message.recipient) ?? [];
		const kin = callsTo(to).flatMap(({ id, campaignId = '', content, by }): Known[] =>
			id !== undefined && by.began === began ? [{ id, campaignId, content }] : [],
		);
		return [...rows.filter(({ id }) => !ownerOf(to, id)), ...kin]
			.filter(({ id }) => !this.journal.isTaken(id) && isAbove(id, this.above))
			.sort(lowestFirst);
	}

	/**
	 * Gives the items to one number their messages, one to one in the order of ids; what may be of before only where there is
	 * nothing else.
	 */
	private assign({ all, items, messages }: Group, certain: Set<unknown>, take: Take): void {
		const isOld = (each: Known) =>
			this.window?.isMeasured === true && !('content' in each) && !certain.has(each.id);
		const since = messages.filter((each) => !isOld(each));
		const inTurn = [...since, ...messages.filter(isOld)];
		// The text of an item may have been changed since then.
		const others = since.filter((each) => !all.some(isLike(each))).map(({ id }) => id);
		for (const equal of groupBy(items, ({ content }) => content)) {
			const own = inTurn.filter((each) => isLike(each)(equal[0]));
			const isUnderWay = callsFor(equal[0]).some(({ id }) => id === undefined);
			const reasonOf = (message: Known): Reason | undefined => {
				if ('content' in message) return undefined;
				if (!certain.has(message.id)) return 'time';
				return isUnderWay ? 'rival' : undefined;
			};
			for (const [n, item] of equal.entries()) {
				const message = own.at(n);
				const reason = message ? reasonOf(message) : 'text';
				const ids = message ? [message.id] : others;
				if (reason && ids.length === 0) continue;
				if (reason) item.doubt = { reason, found: ids };
				take(item, reason ? undefined : message);
			}
		}
	}
}

/** What the list has of these items. */
const listedOf = (groups: Group[]): Known[] =>
	groups.flatMap(({ items, messages }) =>
		messages.filter((each) => 'text' in each && items.some(isLike(each))),
	);

const isLike =
	(known: Known) =>
	({ content, message }: Item): boolean =>
		'content' in known
			? known.content === content
			: comparable(known.text, message) === comparable(message.text, message);

const read = new WeakMap<object, EarlierMessages>();

/**
 * One object for all runs of an execution.
 *
 * @returns undefined in an execution that is no retry
 */
export function earlierOf(journal: SendJournal): EarlierMessages | undefined {
	const { isRetry, kept } = journal;
	if (!isRetry) return undefined;
	const known = read.get(kept) ?? new EarlierMessages(journal);
	read.set(kept, known);
	return known;
}
