/** How many calls of one method are carried out in a span of time; the next ones are refused with code 30. */
export interface RateLimit {
	perSecond?: number;
	perMinute?: number;
	perHour?: number;
	/** How long a second, a minute and an hour of the limit last, in ms, so that tests need not wait. */
	secondLasts?: number;
	minuteLasts?: number;
	hourLasts?: number;
	/** `Module/Method`s concerned; without it, all. Each is counted for itself. */
	methods?: string[];
}

interface Span {
	most: number;
	/** ms */
	lasts: number;
}

const spansOf = (limit: RateLimit): Span[] => [
	{ most: limit.perSecond ?? Infinity, lasts: limit.secondLasts ?? 1000 },
	{ most: limit.perMinute ?? Infinity, lasts: limit.minuteLasts ?? 60_000 },
	{ most: limit.perHour ?? Infinity, lasts: limit.hourLasts ?? 3_600_000 },
];

/** Counts the calls that were let through, by method. */
export class CallCounter {
	private readonly allowed = new Map<string, number[]>();

	/** True when one more call within the spans that end at `now` (ms) is too many. Only others are counted. */
	refuses(limit: RateLimit, method: string, now: number): boolean {
		const spans = spansOf(limit).filter(({ most }) => most < Infinity);
		const longest = Math.max(0, ...spans.map(({ lasts }) => lasts));
		const recent = (this.allowed.get(method) ?? []).filter((at) => at > now - longest);
		const refused = spans.some(
			({ most, lasts }) => recent.filter((at) => at > now - lasts).length >= most,
		);
		if (!refused) recent.push(now);
		this.allowed.set(method, recent);
		return refused;
	}

	clear(): void {
		this.allowed.clear();
	}
}
