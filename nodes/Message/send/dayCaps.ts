import { NoResponse } from '../../shared/api/faults';
import { settle } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { isAbove, lowestFirst } from '../../shared/api/wire';
import { plural } from '../../shared/input/parse';
import { beforeSetBack } from '../../shared/input/time/zone';
import { Failure, toFaultText } from '../../shared/operation/nodeError';
import { groupBy } from '../../shared/operation/gather';
import { hash } from '../../shared/operation/ledger';
import type { Run } from '../../shared/operation/run';
import { LATE_MS, allTo, METHOD, newestSince, type Listed } from './list';
import { callsSince, ownerOf, type Call } from './calls';
import { oneOfEachKey } from './caps';
import { failItem, type Item } from './items';
import type { Records } from './records';

const DAY_MS = 24 * 3_600_000;

/** A clock of the list that is off by more has another zone than the credential. */
const CLOCKS_MS = 10 * 60_000;

/** The runs of this process that are not over: each counts what the others are about to send. */
const counting = new Set<DayCaps>();

/** What the list shows of the last 24 hours. */
interface Day {
	rows: Listed[];
	/** How many messages it counts. */
	count: number;
	/** The number that was asked for; undefined for the whole account. */
	to?: string;
}

/**
 * Keeps a run below Max per Day and Max per Recipient per Day, as the service's own list counts the messages
 * of the last 24 hours: one call for the account, and one for each number or 100 messages. A list that cannot be read
 * lets nothing pass.
 */
export class DayCaps {
	private readonly run: Run;

	/** What is read of the list shows all that was made before this, in ms since the epoch by n8n's clock. */
	private since = 0;

	/** What this run may send, by number, so that the messages of a campaign to one number are found fast. */
	private readonly passed = new Map<string, Set<Item>>();

	/** Messages with a Send Once Key that are too many. Each is refused when its key is claimed, if it was not used before. */
	readonly refusals = new Map<Item, Failure>();

	/** @param unused gives items whose Send Once Key was used their result, and returns the others: only those count */
	constructor(
		private readonly records: Records,
		private readonly unused: (items: Item[]) => Promise<Item[]>,
	) {
		this.run = records.run;
	}

	/** @returns the messages that may be sent; the others have a result, or are in `refusals`. `end` must follow. */
	async admit(items: Item[]): Promise<Item[]> {
		const { isLeft } = this.records;
		// None of them will be sent.
		if (this.run.halted) return items;
		counting.add(this);
		this.since = Date.now() - LATE_MS;
		const asking = items.filter(({ message }) => !message.options.dryRun);
		const perDay = asking.at(0)?.message.options.maxPerDay ?? 0;
		const refusal = perDay > 0 ? await this.ofTheAccount(asking, perDay) : undefined;
		const left = asking.filter(isLeft);
		if (refusal) for (const item of left) this.refuse(item, refusal);
		else await this.ofEachNumber(left);
		return items.filter((item) => isLeft(item) && !this.refusals.has(item));
	}

	/** The run is over: those of its messages that were not sent count no longer. */
	end(): void {
		counting.delete(this);
	}

	private pass(item: Item): void {
		const { recipient } = item.message;
		this.passed.set(recipient, (this.passed.get(recipient) ?? new Set()).add(item));
	}

	private async ofTheAccount(asked: Item[], cap: number): Promise<Failure | undefined> {
		const day = await settle(this.read(theAccount));
		if ('fault' in day) return uncounted(day.fault, 'maxPerDay');
		const isTooMany = this.count(day.value).all + oneOfEachKey(asked).length > cap;
		const items = isTooMany ? await this.unused(asked) : asked;
		const { all, underWay } = this.count(day.value);
		const more = oneOfEachKey(items).length;
		if (all + more <= cap) {
			for (const item of items) this.pass(item);
			return undefined;
		}
		const now = underWay > 0 ? ` (of these ${underWay} not yet sent)` : '';
		return new Failure(
			`The account made ${plural(all, 'message')} in the last 24 hours${now} and the run has ${more}, but Max per Day allows ${cap}, so it sent nothing`,
			'Look at what sends so many. Then wait, or raise Max per Day.',
			{ field: 'maxPerDay' },
		);
	}

	private async ofEachNumber(items: Item[]): Promise<void> {
		const capped = items.filter((item) => capOf(item) > 0);
		const numbers = groupBy(capped, ({ message }) => message.recipient);
		if (numbers.length === 0) return;
		const all = numbers.map(([{ message }]) => message.recipient);
		const day = await settle(this.read(async (service, from) => await allTo(service, from, all)));
		const listed = groupBy('value' in day ? day.value.rows : [], ({ to }) => to);
		const byNumber = new Map(listed.map((rows) => [rows[0].to, rows]));
		for (const [n, asked] of numbers.entries()) {
			const to = all[n];
			const rows = byNumber.get(to) ?? [];
			const counted = () => this.count({ rows, count: rows.length, to }).all;
			const most = counted() + asked.length;
			const own = asked.some((item) => most > capOf(item)) ? await this.unused(asked) : asked;
			let count = counted();
			const keys = new Set<string | undefined>();
			for (const item of own) {
				const cap = capOf(item);
				if ('fault' in day) this.refuse(item, uncounted(day.fault, 'maxPerRecipientPerDay'));
				// Of those with the same key, one is sent.
				else if (item.once !== undefined && keys.has(item.once)) continue;
				else if (count < cap) {
					count++;
					keys.add(item.once);
					this.pass(item);
				} else this.refuse(item, tooMany(to, count, cap));
			}
		}
	}

	/**
	 * Reads the last 24 hours by the list's own time, which a message of this process shows; an hour more where they begin
	 * at a time that clocks showed twice.
	 */
	private async read<T extends { rows: Listed[] }>(
		read: (service: Service, from: number) => Promise<T>,
	): Promise<T> {
		const { service } = this.run;
		const { now } = service;
		const dayBefore = async (ms: number) =>
			await read(service, beforeSetBack(ms - DAY_MS, service.account.zone));
		const day = await dayBefore(now);
		const shown = nowIn(service, day.rows) ?? now;
		return Math.abs(shown - now) > CLOCKS_MS ? await dayBefore(shown) : day;
	}

	private refuse(item: Item, fault: Failure): void {
		if (item.once === undefined) failItem(this.run, item, fault);
		else this.refusals.set(item, fault);
	}

	/**
	 * The messages that the list shows, and those of this process that it does not show yet: under way, or waiting in other
	 * runs. To be called right before the decision, since other runs decide meanwhile.
	 */
	private count({ rows, count, to }: Day): { all: number; underWay: number } {
		const { id: account } = this.run.service.account;
		const ids = new Set(rows.map(({ id }) => id));
		const lowest = rows.length === count ? undefined : rows.at(-1)?.id;
		const unowned = rows
			.map((row) => ({ id: row.id, to: hash(account, row.to) }))
			.filter((row) => ownerOf(row.to, row.id) === undefined);
		const isListed = ({ to: number, id, above }: Call): boolean => {
			if (id !== undefined) return ids.has(id) || !isAbove(id, lowest);
			// A call without a response (yet) may be one of the listed messages that no other call has.
			const place = unowned.findIndex(
				(row) => row.to === number && above !== undefined && isAbove(row.id, above),
			);
			if (place >= 0) unowned.splice(place, 1);
			return place >= 0;
		};
		const calls = callsSince(account, this.since, to && hash(account, to));
		const unlisted = calls.filter((call) => !isListed(call));
		const others = [...counting].filter(
			(other) => other !== this && other.run.service.account.id === account,
		);
		const waiting = others.flatMap(({ passed, run, records: { spent } }) => {
			const items = to === undefined ? [...passed.values()] : [passed.get(to) ?? []];
			const left = items
				.flatMap((some) => [...some])
				.filter((item) => !run.hasResult(item.index) && !spent.has(item));
			return oneOfEachKey(left);
		});
		const underWay = waiting.length + unlisted.filter(({ ended }) => ended === undefined).length;
		return { all: count + unlisted.length + waiting.length, underWay };
	}
}

const capOf = ({ message }: Item): number => message.options.maxPerRecipientPerDay ?? 0;

const tooMany = (recipient: string, count: number, cap: number): Failure =>
	new Failure(
		`${recipient} has ${plural(count, 'message')} of the last 24 hours, but Max per Recipient per Day allows ${cap}`,
		'Wait, or raise Max per Recipient per Day.',
		{ field: 'maxPerRecipientPerDay' },
	);

const uncounted = (fault: unknown, field: string): Failure =>
	new Failure(
		`It was not sent, because the messages of the last 24 hours could not be counted: ${toFaultText(fault)}`,
		'Try again when the list of messages can be read.',
		{ field },
	);

/** @throws NoResponse | ServiceRefusal when the list cannot be read, or does not say how many there are */
async function theAccount(service: Service, from: number): Promise<Day> {
	const day = await newestSince(service, from);
	if (day.count === Infinity) throw new NoResponse(METHOD, 'incomplete');
	return day;
}

/** The list's own time now, by the newest of its rows that is a message of this process: n8n's clock may have been set. */
function nowIn({ account }: Service, rows: Listed[]): number | undefined {
	for (const { id, to, started } of [...rows].sort(lowestFirst).reverse()) {
		const call = ownerOf(hash(account.id, to), id);
		if (call?.sent === 'atOnce' && started !== undefined) return Date.now() + started - call.began;
	}
	return undefined;
}
