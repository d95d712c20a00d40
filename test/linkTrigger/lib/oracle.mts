import type { IDataObject } from 'n8n-workflow';

import type { LinkEvent } from '../../../nodes/LinkTrigger/cursor';
import type { TriggerOn } from '../../../nodes/LinkTrigger/eventRule';
import type { TrueLink, World } from './world.mts';

/** What the oracle knows of a link: the least and the most clicks that it had when the trigger began. */
interface Old {
	least: number;
	most: number;
	wasBlocked: boolean;
	/** It matched the filters all the time while the trigger began. */
	wasSeen: boolean;
}

/** Judges events by what the links of a world truly have. Knows nothing of how they are read. */
export class Oracle {
	count = 0;

	private readonly ids = new Set<string>();

	/** Clicks of the last event of each link. */
	private readonly last = new Map<string, number>();

	private readonly old = new Map<string, Old>();

	private readonly start: readonly TrueLink[];

	constructor(
		private readonly world: World,
		private readonly triggerOn: TriggerOn,
		private readonly threshold: number,
	) {
		this.start = world.all;
	}

	check(condition: boolean, rule: string, about: unknown): void {
		if (!condition) throw new Error(`${rule}: ${JSON.stringify(about)}`);
	}

	began(events: LinkEvent[]): void {
		this.check(events.length === 0, 'nothing old is emitted', events);
		for (const link of this.world.all) {
			const before = this.start.find(({ id }) => id === link.id);
			this.old.set(link.id, {
				least: before?.clicks ?? 0,
				most: link.clicks,
				wasBlocked: link.isBlocked,
				wasSeen: before !== undefined && before.isActive && link.isActive && !link.isDeleted,
			});
		}
	}

	polled(events: IDataObject[]): void {
		for (const event of events) {
			this.count++;
			this.check(!this.ids.has(String(event.eventId)), 'each event is emitted once', event);
			this.ids.add(String(event.eventId));
			this.isTrue(event, this.find(String(event.id)));
		}
	}

	/** After a poll in which nothing went wrong and nothing happened, nothing is missing. */
	ended(): void {
		for (const link of this.world.all) {
			if (link.isDeleted || !link.isActive) continue;
			const old = this.old.get(link.id);
			// Of the others, it was seen at some moment, and what came before it is old.
			if (old && !old.wasSeen) continue;
			this.check(!this.isMissing(link, old), 'nothing is missing', { link, old });
		}
	}

	private find(id: string): TrueLink {
		const link = this.world.all.find((each) => each.id === id);
		if (!link) throw new Error(`an event of no link: ${id}`);
		return link;
	}

	private isTrue(event: IDataObject, link: TrueLink): void {
		const before = Number(event.previousClickCnt);
		const now = before + Number(event.newClicks);
		const old = this.old.get(link.id);
		this.check(now <= link.clicks, 'no click is made up', { event, link });
		this.check(before >= (old?.least ?? 0), 'no old click is new', { event, old });
		if (this.triggerOn !== 'newClicks') return;
		this.check(now > before && event.clickCnt === now, 'there are new clicks', event);
		const last = this.last.get(link.id) ?? (old ? undefined : 0);
		const isChained =
			last === undefined || before === last || (old && !old.wasSeen && before > last);
		this.check(isChained === true, 'every click is emitted once', { event, last });
		this.last.set(link.id, now);
	}

	private isMissing(link: TrueLink, old: Old | undefined): boolean {
		const has = (name: string) => this.ids.has(`${link.id}:${name}`);
		const { least, most } = old ?? { least: 0, most: 0 };
		const rules: Record<TriggerOn, () => boolean> = {
			newClicks: () => (this.last.get(link.id) ?? most) < link.clicks,
			firstClick: () => most === 0 && link.clicks > 0 && !has('first'),
			threshold: () =>
				most < this.threshold &&
				link.clicks >= this.threshold &&
				!has(`threshold:${this.threshold}`),
			blocked: () => link.isBlocked && !old?.wasBlocked && least >= 0 && !has('blocked'),
		};
		return rules[this.triggerOn]();
	}
}
