/** What is remembered of a link. */
export interface SeenLink {
	/** The highest clickCnt seen. A lower one comes from a slow copy of the service. */
	clicks: number;
	/** Whether the link was ever seen blocked. */
	isBlocked: boolean;
}

/** A link that has just been made. */
export const UNTOUCHED: SeenLink = { clicks: 0, isBlocked: false };

/** The choices of Trigger On. */
export const TRIGGER_ON = ['newClicks', 'firstClick', 'threshold', 'blocked'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

/** When there is an event, and how it is named. */
export interface EventRule {
	/** Whether it happened between two polls. */
	between(before: SeenLink, now: SeenLink): boolean;
	/** Its part of the eventId: the same if the same event is emitted again. */
	name(now: SeenLink): string;
}

/** @param threshold clicks, of `threshold` only */
export function eventRule(triggerOn: TriggerOn, threshold: number): EventRule {
	const rules: Record<TriggerOn, EventRule> = {
		newClicks: {
			between: (before, now) => now.clicks > before.clicks,
			name: ({ clicks }) => String(clicks),
		},
		firstClick: {
			between: (before, now) => before.clicks === 0 && now.clicks > 0,
			name: () => 'first',
		},
		threshold: {
			between: (before, now) => before.clicks < threshold && now.clicks >= threshold,
			name: () => `threshold:${threshold}`,
		},
		blocked: {
			between: (before, now) => now.isBlocked && !before.isBlocked,
			name: () => 'blocked',
		},
	};
	return rules[triggerOn];
}
