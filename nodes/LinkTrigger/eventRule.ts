/** What is remembered of a link. */
export interface SeenLink {
	/** The highest clickCnt seen; undefined if none was. A lower one comes from a slow copy of the service. */
	clicks: number | undefined;
	/** Whether the link was ever seen blocked. */
	isBlocked: boolean;
}

/** A link that has just been made. */
export const UNTOUCHED = { clicks: 0, isBlocked: false };

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
	/** A rule of clicks: where they are not known, before or now, nothing is known to have happened. */
	const counted =
		(happened: (before: number, now: number) => boolean): EventRule['between'] =>
		(before, now) =>
			before.clicks !== undefined &&
			now.clicks !== undefined &&
			happened(before.clicks, now.clicks);
	const rules: Record<TriggerOn, EventRule> = {
		newClicks: {
			between: counted((before, now) => now > before),
			name: ({ clicks }) => String(clicks),
		},
		firstClick: {
			between: counted((before, now) => before === 0 && now > 0),
			name: () => 'first',
		},
		threshold: {
			between: counted((before, now) => before < threshold && now >= threshold),
			name: () => `threshold:${threshold}`,
		},
		blocked: {
			between: (before, now) => now.isBlocked && !before.isBlocked,
			name: () => 'blocked',
		},
	};
	return rules[triggerOn];
}
