import type { IDataObject } from 'n8n-workflow';

import { link } from '../Link/row';
import type { LinkEvent } from './cursor';
import { UNTOUCHED, type EventRule, type SeenLink } from './eventRule';
import type { WatchedLink } from './list';

/** The item of an event: the link's simplified fields, and what only the trigger knows. */
export const eventData = (
	{ link: { id, clicks, row }, before, now }: LinkEvent,
	rule: EventRule,
): IDataObject => ({
	...link(row, true),
	previousClickCnt: before.clicks ?? null,
	newClicks: newClicks(clicks, before, now),
	eventId: `${id}:${rule.name(now)}`,
});

/** @param shown what the row says: without it, only the clicks up to an earlier poll are known */
const newClicks = (shown: number | undefined, before: SeenLink, now: SeenLink): number | null =>
	shown === undefined || before.clicks === undefined || now.clicks === undefined
		? null
		: now.clicks - before.clicks;

/** The item of a link in a manual test, where it is not known how many clicks are new. */
export const sampleData = (
	{ id, clicks = 0, isBlocked, row }: WatchedLink,
	rule: EventRule,
): IDataObject => ({
	...link(row, true),
	previousClickCnt: null,
	newClicks: null,
	eventId: `${id}:${rule.name({ clicks, isBlocked })}`,
});

/** Whether an event of this kind has ever happened to the link. */
export const hasHappened = (
	{ clicks = 0, isBlocked }: WatchedLink,
	{ between }: EventRule,
): boolean => between(UNTOUCHED, { clicks, isBlocked });
