import type { IDataObject } from 'n8n-workflow';
import { must } from '../../trigger/lib/model.mts';
import type { Parameters } from './history.mts';
import type { LinkList, Shown, World } from './world.mts';

/** What the oracle holds a trigger to know. It goes back with the trigger's state when n8n restarts. */
const blank = (scope = '', from = '') => ({
	/** The settings that it began with, and its first day. */
	scope,
	from,
	/** Links that were there when it began: the fewest clicks it could know, and if blocked all the time. */
	old: new Map<string, { least: number; wasBlocked: boolean }>(),
	/** Links that it was to watch all the time while it began, none of whose rows lacked the clicks, and the most clicks they had by then. */
	watched: new Map<string, number>(),
	/** The most clicks that each link was shown with while it began. */
	atBegin: new Map<string, number>(),
	/** It began with answers from which nobody could tell what is old. */
	beganBlindly: false,
	/** Clicks of the last event of each link, and the names of all events. */
	last: new Map<string, number>(),
	names: new Set<string>(),
});

/** Judges events by what links truly have, and by what the service has shown of them. */
export class Oracle {
	memory = blank();

	constructor(
		private readonly world: World,
		private readonly list: LinkList,
	) {}

	/** Whether a trigger with these settings begins anew. */
	begins(scope: string, from: string): boolean {
		return this.memory.scope !== scope || this.memory.from > from;
	}

	began(events: IDataObject[], scope: string, from: string): void {
		must(events.length === 0, 'nothing old is emitted', events);
		const { links, most } = this.world;
		const { shown, wasBlind, throughout, atFirst, isPlain } = this.list;
		this.memory = { ...blank(scope, from), beganBlindly: wasBlind };
		const now = new Map(links.map((link) => [link.id, link]));
		for (const { id, clicks, isBlocked } of atFirst) {
			const rows = shown.get(id) ?? [];
			const counts = countsOf(rows);
			// What is not told, moved while it was read, or was not to be watched, looks new later.
			const isTold = counts.length === rows.length && (isPlain || rows.length > 0);
			const isKnown = isTold && throughout.has(id);
			this.memory.old.set(id, {
				least: isKnown ? Math.min(clicks, ...counts) : 0,
				wasBlocked: isKnown && isBlocked && now.get(id)?.isBlocked === true,
			});
		}
		for (const [id, rows] of shown) {
			const counts = countsOf(rows);
			this.memory.atBegin.set(id, Math.max(0, ...counts));
			// Nobody can tell its clicks.
			const isTold = counts.length === rows.length || this.memory.old.has(id);
			if (!isTold) this.memory.old.set(id, { least: 0, wasBlocked: false });
		}
		for (const id of throughout) {
			const rows = shown.get(id) ?? [];
			if (countsOf(rows).length === rows.length) this.memory.watched.set(id, most.get(id) ?? 0);
		}
	}

	polled(events: IDataObject[], given: Parameters, from: string): void {
		this.memory.from = from;
		const emitted = new Set<string>();
		for (const event of events) {
			const id = String(event.id);
			must(!emitted.has(id), 'a link has one event in a poll', event);
			emitted.add(id);
			this.isTrue(event, id, given);
		}
	}

	/** After polls in which nothing went wrong, nothing is missing. */
	ended(given: Parameters, seen: Set<string>): void {
		const { last, old, watched, atBegin, beganBlindly } = this.memory;
		for (const { id, clicks, isBlocked } of this.world.links) {
			if (!this.list.throughout.has(id)) continue;
			const [isBlocks, least] = [given.triggerOn === 'blocked', leastOf(given)];
			const isDue = isBlocks ? isBlocked : clicks >= least;
			must(!isDue || seen.has(id), 'every link with events is read', id);
			const isOld = old.has(id);
			const base = isOld ? watched.get(id) : (atBegin.get(id) ?? 0);
			if (base === undefined || (isOld && (beganBlindly || this.world.deleted.has(id)))) continue;
			if (!isDue || this.world.fallen.has(id)) continue;
			if (given.triggerOn === 'newClicks')
				must((last.get(id) ?? base) >= clicks, 'no click is missing', { id, clicks, base });
			else if (isBlocks ? !atBegin.has(id) : base < least)
				must(last.has(id), 'no event is missing', { id, clicks, base });
		}
	}

	private isTrue(event: IDataObject, id: string, given: Parameters): void {
		const { last, names, old, beganBlindly } = this.memory;
		const isShown = (row: Shown) =>
			!row.isDeleted &&
			(row.clicks ?? null) === event.clickCnt &&
			row.isBlocked === (event.moderatorStatus === 0);
		must(this.list.shown.get(id)?.some(isShown) === true, 'it is as the service shows it', event);
		const name = String(event.eventId);
		must(!names.has(name), 'each event is emitted once', event);
		names.add(name);
		const lastClicks = last.get(id) ?? 0;
		last.set(id, Number(event.clickCnt));
		const before = Number(event.previousClickCnt);
		const { least = 0, wasBlocked = false } = old.get(id) ?? {};
		if (given.triggerOn === 'blocked') {
			must(beganBlindly || !wasBlocked, 'no old block is new', event);
			return;
		}
		const isKnown = !beganBlindly && !this.world.deleted.has(id) && !this.world.fallen.has(id);
		const isNew = event.previousClickCnt === null || before >= least;
		must(!isKnown || isNew, 'no old click is new', { event, least });
		if (event.previousClickCnt === null) {
			must(!isKnown || least < given.threshold, 'no old clicks reach the number', event);
			return;
		}
		must(event.clickCnt === before + Number(event.newClicks), 'the figures fit', event);
		if (given.triggerOn !== 'newClicks') return;
		must(Number(event.newClicks) > 0, 'there are new clicks', event);
		must(before >= lastClicks, 'no click is emitted twice', event);
	}
}

const countsOf = (rows: Shown[] = []): number[] =>
	rows.map(({ clicks }) => clicks).filter((clicks) => clicks !== undefined);

const leastOf = ({ triggerOn, threshold }: Parameters): number =>
	triggerOn === 'threshold' ? threshold : 1;
