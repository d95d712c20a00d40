import { inTime } from '../../shared/api/inTime';
import { pause } from '../../shared/api/pause';
import { groupBy } from '../../shared/operation/groupBy';
import { pool } from '../../shared/operation/pool';
import type { Service } from '../../shared/api/service';
import type { Run } from '../../shared/operation/run';
import { settle } from '../../shared/api/outcome';
import { otherAttempts, type Attempt } from './attempts';
import { EarlierLife } from './earlierLife';
import { comparable, madeWithin, messagesTo } from './lookUp';
import { assign, fits, overlap, type Bracket, type Row } from './match';
import { ServiceTimes } from './serviceTimes';
import type { Unclear } from './match';
import type { Acceptance } from './verdict';

/** A message may show late in the list. In ms, 15.5 s in all. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/** Left for asking n8n's store, at the end of that time. */
const ASKING_MS = 10_000;

/** All look-ups of a run together, with the time that the list takes. */
const MOST_MS = 60_000;

type Found = Array<[Unclear, Row]>;

/** Looks for messages whose outcome is unknown in the service's list. */
export class LookUps {
	/** Ids of messages that belong to an item of this run. */
	readonly taken = new Set<string>();

	readonly times: ServiceTimes;

	private readonly earlierLife = new EarlierLife();

	private leftMs = MOST_MS;

	/** Its reads end when the time is up. */
	private service: Service;

	constructor(private readonly run: Run) {
		this.service = run.service;
		this.times = new ServiceTimes(run.service.clock);
	}

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
		const adopted = new Set<Unclear>();
		const stays = () => unclear.filter((each) => !adopted.has(each));
		const ends = Date.now() + this.leftMs;
		const left = () => Math.max(0, ends - Date.now());
		this.service = this.run.service.until(AbortSignal.timeout(this.leftMs));
		const { service } = this;
		const isOver = () => service.signal?.aborted === true || left() === 0;
		const isAlmostOver = () => isOver() || left() < ASKING_MS;
		const take = async (work: Promise<Found>) => {
			const outcome = await settle(async () => await inTime(work, left(), service.signal));
			// A look-up that went wrong found nothing; the next round asks again.
			for (const [each, { id, campaignId }] of 'value' in outcome ? outcome.value : []) {
				adopted.add(each);
				this.taken.add(id);
				adopt(each, { messageId: id, campaignId, status: null, recovered: true });
			}
		};
		const isBegun = ({ attempt, bracket }: Unclear) => !attempt && !bracket;
		for (const wait of PAUSES_MS) {
			const sought = stays();
			if (sought.length === 0 || isOver()) break;
			await pause(wait, service.signal);
			await take(this.earlierLife.find(service, sought.filter(isBegun), isAlmostOver));
			const groups = this.alike(sought.filter((each) => !isBegun(each)));
			const limit = () => this.run.service.level.reads;
			await pool(groups, limit, isOver, async (group) => await take(this.match(group)));
		}
		this.leftMs = left();
		return stays();
	}

	/** What is known of when the message was tried, in the service's own terms. */
	bracketOf({ attempt, bracket, queued }: Unclear): Bracket | undefined {
		const tried = attempt && this.times.of(attempt);
		// What waits in the service's queue may be made later.
		return tried && queued ? { ...tried, to: undefined } : (tried ?? bracket);
	}

	/** Equal messages, in the order in which they were tried. */
	private async match(group: Unclear[]): Promise<Found> {
		const { service } = this;
		const { message } = group[0].item;
		const wanted = comparable(message.text, message);
		const list = async () => await messagesTo(service, message.recipient);
		const isEqual = (row: Row) => comparable(row.text, message) === wanted;
		let listed = await list();
		const isOpen = (row: Row) =>
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
			sets.push(await this.certain(unclear, rows, group));
		}
		return assign(sets).flatMap((id, n): Found => {
			const row = equal.find((each) => each.id === id);
			return row ? [[group[n], row]] : [];
		});
	}

	/** The row shows nothing that speaks against it, and belongs to nobody else. */
	private mayBe(unclear: Unclear, row: Row): boolean {
		const bracket = this.bracketOf(unclear);
		if (this.taken.has(row.id) || (bracket && !fits(row, bracket))) return false;
		return !otherAttempts(unclear.item.content, unclear.item.slot).some(
			(other) => other.id === row.id && this.meet(bracket, other),
		);
	}

	/** The attempt may have been under way at the time of the bracket; what is not known may be. */
	private meet(bracket: Bracket | undefined, attempt: Attempt): boolean {
		const span = this.times.of(attempt);
		return !bracket || !span || overlap(bracket, span);
	}

	/** Those of the rows that were certainly made by this call, or by an equal one of the group. */
	private async certain(unclear: Unclear, rows: Row[], group: Unclear[]): Promise<Set<string>> {
		if (rows.length === 0) return new Set();
		const { item } = unclear;
		const bracket = this.bracketOf(unclear);
		const ids = rows.map(({ id }) => id);
		if (bracket === undefined) return new Set();
		const slots = new Set(group.map((each) => each.item.slot));
		const isRival = (other: Attempt) =>
			other.id === undefined && !slots.has(other.slot) && this.meet(bracket, other);
		if (otherAttempts(item.content, item.slot).some(isRival)) return new Set();
		const campaigns = rows.map(({ campaignId }) => campaignId);
		const span = ServiceTimes.certain(bracket);
		const made = span ? await madeWithin(this.service, campaigns, span) : new Set<string>();
		const within = ids.filter((id) => made.has(id));
		if (within.length === 0 || !(await this.times.areRight(this.service, bracket)))
			return new Set();
		return new Set(within);
	}

	/** Groups of equal messages, each in the order in which they were tried. */
	private alike(unclear: Unclear[]): Unclear[][] {
		const began = (each: Unclear) => this.bracketOf(each)?.from ?? 0;
		return groupBy(unclear, ({ item }) => item.content).map((group) =>
			[...group].sort((a, b) => began(a) - began(b)),
		);
	}
}
