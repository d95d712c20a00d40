import type { Emitted } from './host.mts';
import { must } from './model.mts';
import type { TriggerOn } from '../../../nodes/MessageTrigger/settings';
import { FINAL, type Version, type World } from './world.mts';

/** The statuses that each Trigger On wants; of 'any' all. */
const WANTED: { [triggerOn: string]: string[] | undefined } = {
	final: FINAL,
	delivered: ['DELIVRD'],
	failed: FINAL.filter((status) => status !== 'DELIVRD'),
};
const isWanted = ({ status }: { status: string }, triggerOn: TriggerOn): boolean =>
	WANTED[triggerOn]?.includes(status) ?? true;

const keyOf = ({ id, status }: { id: string; status: string }): string => `${id} ${status}`;

/** Judges what is emitted by what the messages of a world held. Knows nothing of how it is read. */
export class Oracle {
	private readonly emitted = new Set<string>();
	private readonly old = new Set<string>();
	private readonly mayRepeat = new Set<string>();
	private last: string[] = [];
	/** The newest time that showed when the trigger began, or was edited, and the moment before. */
	private newest = '';
	private start = 0;
	/** Trigger On before it was edited; what it wanted was never old. */
	private before: TriggerOn | undefined;

	constructor(
		private readonly world: World,
		private triggerOn: TriggerOn,
	) {}

	/**
	 * The trigger began, or goes on with another Trigger On, between a moment of the world and now.
	 *
	 * @param replica up to when an answer may have shown the list, in ms since the epoch
	 * @param edit Trigger On after an edit
	 * @param goesOn its beginning, or the edit before, was not over
	 */
	began(start: number, events: Emitted[], replica: number, edit?: TriggerOn, goesOn = false): void {
		const before = edit && this.triggerOn;
		if (!goesOn) this.before = before;
		this.triggerOn = edit ?? this.triggerOn;
		this.start = start;
		for (const version of this.world.all) {
			if (version.since < Infinity && version.time > this.newest) this.newest = version.time;
			if (this.emitted.has(keyOf(version)) || (before && isWanted(version, before))) continue;
			// What came while it began, or shows only afterwards, may be emitted or not.
			this.old.add(keyOf(version));
			if (version.since > start || version.shows > replica) this.mayRepeat.add(keyOf(version));
			// So may what a replica shows again, when before it hid what replaced it.
			const next = this.after(version);
			if (next && next.shows > replica) this.mayRepeat.add(keyOf(version));
		}
		this.polled(events);
	}

	/**
	 * A poll ended well that goes on to begin: to read to the end of what was there.
	 *
	 * @param isMoved something came meanwhile: into a crowded second, where it pushes an old row out of the reading
	 */
	goesOn(events: Emitted[], isMoved: boolean): void {
		for (const version of this.world.all) {
			const key = keyOf(version);
			if (this.emitted.has(key) || (this.before && isWanted(version, this.before))) continue;
			if (isMoved) this.mayRepeat.add(key);
			// An old status that is stamped anew before it was read looks like a new one.
			if (version.isAgain && version.since > this.start) this.mayRepeat.add(key);
			// What is no newer than the newest of what was there may be emitted or not.
			if (version.time > this.newest || this.old.has(key)) continue;
			this.old.add(key);
			this.mayRepeat.add(key);
		}
		this.polled(events);
	}

	/** A poll ended well. */
	polled(events: Emitted[]): void {
		if (events.length === 0) return;
		this.last = [];
		let previous = '';
		const { moment } = this.world;
		for (const event of events) {
			const key = keyOf(event);
			const versions = this.world.versions.get(event.id) ?? [];
			const isHeld = ({ status, since }: Version) => status === event.status && since <= moment;
			const held = versions.find(isHeld);
			must(held !== undefined, 'it happened', event);
			must(isWanted(event, this.triggerOn), 'it is wanted', event);
			if (!this.mayRepeat.delete(key)) {
				must(!this.emitted.has(key) && !this.old.has(key), 'emitted once', event);
			}
			must(event.time >= previous, 'in order within a poll', event);
			previous = event.time;
			const { previousStatus } = event;
			const before = versions.slice(0, held ? versions.indexOf(held) : 0);
			const isRight = before.some(({ status }) => status === previousStatus);
			must(previousStatus === null || isRight, 'the previous status is right', event);
			this.emitted.add(key);
			this.last.push(key);
		}
	}

	/** What was held all the time between two moments, and was not emitted. */
	missing(start: number, end: number): Version[] {
		return this.world.all.filter(
			(version) =>
				version.since <= start &&
				version.until > end &&
				!version.isAgain &&
				isWanted(version, this.triggerOn) &&
				!this.emitted.has(keyOf(version)) &&
				!this.old.has(keyOf(version)),
		);
	}

	private after(version: Version): Version | undefined {
		const versions = this.world.versions.get(version.id) ?? [];
		return versions[versions.indexOf(version) + 1];
	}

	/** The last save was lost: what was emitted with it may be emitted again. */
	crashed(): void {
		for (const key of this.last) this.mayRepeat.add(key);
	}
}
