import { inTime, pause, settle } from '../../shared/api/promises';
import { groupBy } from '../../shared/operation/groupBy';
import { pool } from '../../shared/api/gate';
import type { Run } from '../../shared/operation/run';
import { EarlierLife } from './earlierLife';
import type { Known, Unclear } from './match';
import { Owners, type Found } from './owners';
import { ServiceTimes } from './serviceTimes';
import type { Acceptance } from './verdict';

/** A message may appear late in the list. In ms, 15.5 s in all. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/** Reserved at the end of that time for asking n8n's store. */
const ASKING_MS = 10_000;

/** For all look-ups of a run together, including their calls. */
const MOST_MS = 60_000;

/** Looks for messages whose outcome is unknown in the service's list. */
export class LookUps {
	readonly times: ServiceTimes;

	private readonly owners: Owners;

	private readonly earlierLife = new EarlierLife();

	private leftMs = MOST_MS;

	/** @param known what the run knows of its own messages */
	constructor(
		private readonly run: Run,
		known: Known,
	) {
		this.times = new ServiceTimes(run.service.clock, known);
		this.owners = new Owners(known, this.times);
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
		// Its reads end when the time is up.
		const service = this.run.service.until(AbortSignal.timeout(this.leftMs));
		const isOver = () => service.signal?.aborted === true || left() === 0;
		const isAlmostOver = () => isOver() || left() < ASKING_MS;
		const take = async (work: Promise<Found>) => {
			const outcome = await settle(async () => await inTime(work, left(), service.signal));
			// A look-up that failed found nothing; the next round asks again.
			for (const [each, { id, campaignId }] of 'value' in outcome ? outcome.value : []) {
				// Two earlier lives may both have sent it, where n8n's store lost that it was begun.
				if (adopted.has(each)) continue;
				adopted.add(each);
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
			const limit = () => service.level.reads;
			const match = async (group: Unclear[]) => await take(this.owners.match(service, group));
			await pool(groups, limit, isOver, match);
		}
		this.leftMs = left();
		return stays();
	}

	/** Groups of equal messages, each in the order in which they were tried. */
	private alike(unclear: Unclear[]): Unclear[][] {
		const began = (each: Unclear) => this.times.of(each)?.from ?? 0;
		return groupBy(unclear, ({ item }) => item.content).map((group) =>
			[...group].sort((a, b) => began(a) - began(b)),
		);
	}
}
