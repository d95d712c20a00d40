import type { IDataObject } from 'n8n-workflow';

import { link } from '../Link/row';
import type { EventRule } from './eventRule';
import type { WatchedLink } from './list';

/** What happened to a link between two polls. */
export interface LinkEvent {
	link: WatchedLink;
	/** Its clicks before; null where they are not known. */
	before: number | null;
}

/** The item of an event: the link's simplified fields, and what only the trigger knows. */
export const eventData = (
	{ link: { id, clicks, row }, before }: LinkEvent,
	rule: EventRule,
): IDataObject => ({
	...link(row, true),
	previousClickCnt: before,
	newClicks: before === null || clicks === undefined ? null : clicks - before,
	eventId: `${id}:${rule.name(clicks ?? 0)}`,
});

/** The item of a link in a manual test, where it is not known how many clicks are new. */
export const sampleData = (shown: WatchedLink, rule: EventRule): IDataObject =>
	eventData({ link: shown, before: null }, rule);

/** Whether an event of this kind has ever happened to the link. */
export const hasHappened = (
	{ clicks = 0, isBlocked }: WatchedLink,
	{ least }: EventRule,
): boolean => (least === 0 ? isBlocked : clicks >= least);
