import type { Service } from '../../shared/api/service';
import { otherAttempts, type Attempt } from './item';
import { madeWithin, messagesTo } from './calls';
import { assign, fits, mayReach, type Known, type ListedMessage, type Unclear } from './match';
import { comparable } from './outgoing';
import { ServiceTimes } from './serviceTimes';

/** Messages with the rows of the list that are theirs. */
export type Found = Array<[Unclear, ListedMessage]>;

/** Decides which item a message in the service's list belongs to, from what is known of the calls. */
export class Owners {
	constructor(
		private readonly known: Known,
		private readonly times: ServiceTimes,
	) {}

	/** Equal messages, in the order in which they were tried. */
	async match(service: Service, group: Unclear[]): Promise<Found> {
		const { message } = group[0].item;
		const wanted = comparable(message.text, message);
		const list = async () => await messagesTo(service, message.recipient);
		const isEqual = (row: ListedMessage) => comparable(row.text, message) === wanted;
		let listed = await list();
		const isOpen = (row: ListedMessage) =>
			isEqual(row) && group.some((each) => each.attempt && this.mayBe(each, row));
		if (listed.some(isOpen)) {
			const read = async () => (listed = await list());
			await this.times.learn(read, service.signal);
		}
		const equal = listed.filter(isEqual);
		const sets: Array<Set<string>> = [];
		for (const unclear of group) {
			const near = listed.filter((row) => this.mayBe(unclear, row));
			unclear.found = near.map(({ id }) => id);
			const rows = equal.filter((row) => near.includes(row));
			sets.push(await this.certain(service, unclear, rows, group));
		}
		return assign(sets, this.known.witness !== undefined).flatMap((id, n): Found => {
			const row = equal.find((each) => each.id === id);
			return row ? [[group[n], row]] : [];
		});
	}

	/** Nothing in the row speaks against it, and no other item has it. */
	private mayBe(unclear: Unclear, row: ListedMessage): boolean {
		const bracket = this.times.of(unclear);
		if (this.known.taken.has(row.id) || (bracket && !fits(row, bracket))) return false;
		return !otherAttempts(unclear.item.content, unclear.item.slot).some(({ id }) => id === row.id);
	}

	/** The ids of rows that this call, or an equal one of the group, certainly made. */
	private async certain(
		service: Service,
		unclear: Unclear,
		rows: ListedMessage[],
		group: Unclear[],
	): Promise<Set<string>> {
		const { item } = unclear;
		const bracket = this.times.of(unclear);
		const ids = rows.map(({ id }) => id);
		if (bracket === undefined) return new Set();
		const slots = new Set(group.map((each) => each.item.slot));
		const isInReach = (attempt: Attempt) =>
			!this.known.witness || mayReach(this.times.of({ attempt })?.from ?? -Infinity, bracket);
		const rivals = otherAttempts(item.content, item.slot).filter(
			(other) =>
				!slots.has(other.slot) && isInReach(other) && !this.known.taken.has(other.id ?? ''),
		);
		unclear.hadRivals ||= rivals.length > 0;
		const isElsewhere = unclear.hadRivals && unclear.attempt === undefined;
		if (isElsewhere || rivals.some(({ id }) => id === undefined)) return new Set();
		if (rows.length === 0) return new Set();
		const campaigns = rows.map(({ campaignId }) => campaignId);
		const span = ServiceTimes.certain(bracket);
		const made = span ? await madeWithin(service, campaigns, span) : new Set<string>();
		const within = ids.filter((id) => made.has(id));
		if (within.length === 0 || !(await this.times.areRight(service, bracket))) return new Set();
		return new Set(within);
	}
}
