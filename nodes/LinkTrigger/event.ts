import type { IDataObject } from 'n8n-workflow';

import { link } from '../Link/row';
import type { WatchedLink } from './list';

export const TRIGGER_ON = ['newClicks', 'firstClick', 'threshold', 'blocked'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

/** When there is an event, and how it is named. */
export interface EventRule {
	/** How many clicks a link must have; 0 for links that are blocked, whatever their clicks. */
	least: number;
	/** Each growth is an event; otherwise there is one for each link. */
	isRepeated: boolean;
	/** Its part of the eventId: the same if the same event is emitted again. */
	name(clicks: number): string;
}

/** @param threshold clicks, of `threshold` only */
export function eventRule(triggerOn: TriggerOn, threshold: number): EventRule {
	const rules: Record<TriggerOn, EventRule> = {
		newClicks: { least: 1, isRepeated: true, name: String },
		firstClick: { least: 1, isRepeated: false, name: () => 'first' },
		threshold: { least: threshold, isRepeated: false, name: () => `threshold:${threshold}` },
		blocked: { least: 0, isRepeated: false, name: () => 'blocked' },
	};
	return rules[triggerOn];
}

export const hasHappened = (
	{ clicks = 0, isBlocked }: WatchedLink,
	{ least }: EventRule,
): boolean => (least === 0 ? isBlocked : clicks >= least);

export interface LinkEvent {
	link: WatchedLink;
	/** Its clicks before; null where they are not known. */
	before: number | null;
}

export const eventData = (
	{ link: { id, clicks, row }, before }: LinkEvent,
	rule: EventRule,
): IDataObject => ({
	...link(row, true),
	previousClickCnt: before,
	newClicks: before === null || clicks === undefined ? null : clicks - before,
	eventId: `${id}:${rule.name(clicks ?? 0)}`,
});
