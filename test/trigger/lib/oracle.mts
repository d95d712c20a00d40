import type { Told } from './host.mts';
import { must } from './must.mts';
import type { Held, World } from './world.mts';

const FINAL = ['DELIVRD', 'UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'];

export const isFinal = (status: string): boolean => FINAL.includes(status);

const keyOf = (held: Held): string => `${held.id} ${held.status} ${held.time}`;

/** What was told up to some moment; a crash goes back to an earlier one. */
interface Memory {
	/** Last status told of each message, or those that it had when the trigger began. */
	last: Map<string, { statuses: string[]; told: boolean }>;
	newest: string;
}

/** Judges what is told by the statuses that the messages of a world held. Knows nothing of how it is read. */
export class Oracle {
	private readonly told = new Set<string>();
	private readonly old = new Set<string>();
	private readonly mayRepeat = new Set<string>();
	private toldAtLast: string[] = [];
	private memory: Memory = { last: new Map(), newest: '' };
	private memoryBefore = this.memory;

	constructor(
		private readonly world: World,
		private readonly onlyFinal: boolean,
	) {}

	/** The trigger began between a moment of the world and now. */
	began(start: number, events: Told[]): void {
		must(events.length === 0, 'nothing old is told', events);
		for (const held of this.world.history) {
			if (held.until <= start) continue;
			this.old.add(keyOf(held));
			const statuses = [...(this.memory.last.get(held.id)?.statuses ?? []), held.status];
			this.memory.last.set(held.id, { statuses, told: false });
			// What came while it began may be told or not.
			if (held.since > start) this.mayRepeat.add(keyOf(held));
		}
	}

	/** A poll ended well. */
	polled(events: Told[]): void {
		const before = this.memory;
		if (events.length === 0) return;
		this.memory = { last: new Map(before.last), newest: before.newest };
		this.memoryBefore = before;
		this.toldAtLast = [];
		let previous = '';
		for (const event of events) {
			const held = this.heldBy(event);
			const key = keyOf(held);
			if (!this.mayRepeat.delete(key)) {
				must(!this.told.has(key) && !this.old.has(key), 'told once', event);
			}
			must(event.time >= previous, 'in order within a poll', event);
			must(held.late || event.time >= before.newest, 'in order from poll to poll', event);
			previous = event.time;
			this.checkPrevious(event, held);
			this.told.add(key);
			this.toldAtLast.push(key);
			this.memory.last.set(event.id, { statuses: [event.status], told: true });
			if (event.time > this.memory.newest) this.memory.newest = event.time;
		}
	}

	/** Every status held throughout must have been told by now, as the last one of its message. */
	checkComplete(start: number, end: number): void {
		for (const held of this.world.history) {
			if (held.since > start || held.until <= end) continue;
			if (this.onlyFinal && !isFinal(held.status)) continue;
			const key = keyOf(held);
			const last = this.memory.last.get(held.id);
			const isKnown =
				this.told.has(key) || this.old.has(key) || last?.statuses.includes(held.status) === true;
			must(isKnown, 'told by now', held);
		}
	}

	/** The last save was lost: what was told with it may be told again. */
	crashed(): void {
		for (const key of this.toldAtLast) this.mayRepeat.add(key);
		this.memory = this.memoryBefore;
	}

	private checkPrevious(event: Told, held: Held): void {
		const { previousStatus } = event;
		const known = this.memory.last.get(event.id);
		if (previousStatus === null) {
			// Only what was told, and was not the end, is sure to be remembered.
			const isSure = known?.told === true && !isFinal(known.statuses[0]) && !this.onlyFinal;
			must(!isSure, 'the previous status is known', event);
			return;
		}
		const heldBefore = this.world
			.of(event.id)
			.filter(({ since }) => since < held.since)
			.map(({ status }) => status);
		const possible = this.onlyFinal ? heldBefore : (known?.statuses ?? []);
		must(possible.includes(previousStatus), 'the previous status is right', event);
		must(previousStatus !== event.status, 'the status changed', event);
	}

	private heldBy({ id, status, time }: Told): Held {
		const found = this.world.of(id).find((held) => held.status === status && held.time === time);
		if (!found) throw new Error(`${id} never was ${status} at ${time}`);
		return found;
	}
}
