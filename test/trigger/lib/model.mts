import fc, { weighted } from '../../fc.mts';
import { areAllDrawn, draws } from '../../draws.mts';
import { isRecord } from '../../../nodes/shared/api/wire';
import type { Params } from '../../../nodes/shared/api/service';
import { numbers, oneOf } from '../../service/freedoms/random.mts';

/** What n8n saved of a trigger: it saves together with events, and when the workflow is published. */
export class Saves<State> {
	private before: State;

	/** @param last what a process begins with */
	constructor(public last: State) {
		this.before = last;
	}

	emitted(state: State): void {
		[this.before, this.last] = [this.last, state];
	}

	published(state: State): void {
		[this.before, this.last] = [state, state];
	}

	/** @returns what it begins with where the last save did not come to pass */
	crashed(): State {
		this.last = this.before;
		return this.last;
	}
}

/** Plays draws of histories; one without an event is drawn again. @param play gives how many events came */
export async function playDrawn<History>(
	histories: fc.Arbitrary<History>,
	all: number,
	seed: number,
	leastEvents: number,
	play: (given: History) => Promise<number>,
): Promise<void> {
	let events = 0;
	const property = fc.asyncProperty(histories, async (given) => {
		const own = await play(given);
		events += own;
		fc.pre(own > 0);
	});
	const numRuns = draws(all);
	await fc.assert(property, { numRuns, seed });
	process.stdout.write(`${numRuns} histories, ${events} events, seed ${seed}\n`);
	if (areAllDrawn) expect(events).toBeGreaterThan(leastEvents * numRuns);
}

/** Draws of what happens in the world, and of what n8n does to a trigger: polls, restarts and crashes. */
export const mixed = <World, Poll>(worldStep: fc.Arbitrary<World>, poll: fc.Arbitrary<Poll>) =>
	fc.oneof(
		{ weight: 5, arbitrary: worldStep },
		{ weight: 4, arbitrary: poll.map((given) => ({ kind: 'poll' as const, ...given })) },
		{
			weight: 1,
			arbitrary: fc.constantFrom({ kind: 'restart' as const }, { kind: 'crash' as const }),
		},
	);

/** Each freedom is off in most histories, so that some are drawn alone. */
export const rarely = <T,>(off: T, ...values: T[]): fc.Arbitrary<T> =>
	weighted([2, fc.constant(off)], [1, fc.constantFrom(...values)]);

/** An assertion for inner loops, where those of the test runner take most of the time. */
export function must(condition: boolean, rule: string, about: unknown): void {
	if (!condition) throw new Error(`${rule}: ${JSON.stringify(about)}`);
}

/** What the service is free to do with every list; the specification leaves it open. */
export interface ListFreedoms {
	/** What is added to the total, and in every other call; null: there is none. */
	totalOff: number | null;
	totalAlternatesBy: number;
	/** Share of answers without rows; never twice in a row for one question. */
	empty: number;
	/** Share of answers that show the list as it was, and how long ago. */
	stale: number;
	staleBy: number;
	/** A page past the end shows the last one again. */
	repeatsLast: boolean;
	form: 'items' | 'itemsKeyed' | 'bare' | 'keyed';
	idForm: 'text' | 'number' | 'spaced';
}

type Criteria = Record<string, unknown>;

/** Draws of what the service does with every list alike. */
export const COUNTS = {
	totalOff: rarely<number | null>(0, null, -3, -1, 2, 30),
	totalAlternatesBy: rarely(0, -2, 3),
	empty: rarely(0, 0.1, 0.5),
	repeatsLast: fc.boolean(),
	form: rarely<ListFreedoms['form']>('items', 'itemsKeyed', 'bare', 'keyed'),
	idForm: rarely<ListFreedoms['idForm']>('text', 'number', 'spaced'),
};

/** A list of the service, in memory, with its liberties. Rows that the sort field does not order come in any order. */
export abstract class FreeList<Row, Freedoms extends ListFreedoms = ListFreedoms> {
	/** Since the last script. */
	calls = 0;
	private callsOfAll = 0;
	private acts: Array<() => void> = [];
	private failing: number | null = null;
	private readonly emptyBefore = new Set<string>();
	protected readonly random: () => number;

	constructor(
		seed: number,
		public freedoms: Freedoms,
	) {
		this.random = numbers(seed);
	}

	protected begins(): void {}
	protected abstract rows(criteria: Criteria, isStale: boolean, page: number): Row[];
	protected abstract key(row: Row, field: string): string | number;
	protected abstract item(row: Row): object;
	/** What makes the order of rows with one key, in one call. */
	protected salt(): number {
		return Math.floor(this.random() * 2 ** 32);
	}

	/** What happens before the answer of each of the next calls, and which one fails and cannot be made again. */
	script(acts: Array<() => void>, failing: number | null): void {
		[this.acts, this.failing, this.calls] = [acts, failing, 0];
	}

	async read(_method: string, params: Params): Promise<unknown> {
		await Promise.resolve();
		const call = this.calls++;
		this.begins();
		this.acts[call]?.();
		if (call === this.failing) throw new Error('The service is down');
		const { criteria, sort, pagination } = JSON.parse(JSON.stringify(params));
		const { pageSize, currentPage } = pagination;
		const rows = this.sorted(isRecord(criteria) ? criteria : {}, sort, currentPage);
		const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
		const first = pageSize * Math.min(currentPage, this.freedoms.repeatsLast ? last : Infinity);
		const total = this.total(rows.length);
		if (this.isEmpty(JSON.stringify(params)))
			return oneOf(this.random, [{ items: [], ...total }, [], null, '']);
		const items = rows.slice(first, first + pageSize).map((row) => this.item(row));
		const { form } = this.freedoms;
		if (form === 'items') return { items, ...total };
		if (form === 'itemsKeyed') return { items: { ...items }, ...total };
		return form === 'bare' ? items : { ...items };
	}

	protected writtenId(id: string): string | number {
		const { idForm } = this.freedoms;
		if (idForm === 'number' && Number.isSafeInteger(Number(id))) return Number(id);
		return idForm === 'spaced' ? ` ${id}` : id;
	}

	private sorted(criteria: Criteria, sort: { [field: string]: string }, page: number): Row[] {
		const { stale } = this.freedoms;
		const rows = this.rows(criteria, stale > 0 && this.random() < stale, page);
		const [[field, direction]] = Object.entries(sort);
		const sign = direction === 'DESC' ? -1 : 1;
		const salt = this.salt();
		const keyed = rows.map((row, n) => {
			return { row, key: this.key(row, field), draw: Math.imul(n ^ salt, 0x9e3779b1) };
		});
		keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.draw - b.draw));
		return keyed.map(({ row }) => row);
	}

	private total(count: number): { totalItemCount?: string } {
		const { totalOff, totalAlternatesBy } = this.freedoms;
		const more = this.callsOfAll++ % 2 === 1 ? totalAlternatesBy : 0;
		return totalOff === null
			? {}
			: { totalItemCount: String(Math.max(0, count + totalOff + more)) };
	}

	protected isEmpty(question: string): boolean {
		const { empty } = this.freedoms;
		if (empty === 0 || this.emptyBefore.delete(question) || this.random() >= empty) return false;
		this.emptyBefore.add(question);
		return true;
	}
}
