/** A clock to read. Values are ms since the epoch. */
export interface Clock {
	now(): number;
}

/** The service's own clock, which can be moved forward. */
export interface ServiceClock extends Clock {
	advance(ms: number): void;
	reset(): void;
}

export function createClock(source: () => number = Date.now): ServiceClock {
	let offset = 0;
	return {
		now: () => source() + offset,
		advance: (ms) => {
			offset += ms;
		},
		reset: () => {
			offset = 0;
		},
	};
}

/** The clock that stamps an account's rows; it may be wrong. */
export class AccountClock implements Clock {
	private moment: number | undefined;

	/** @param offset how far it is ahead of `source`, in ms */
	constructor(
		private readonly source: Clock,
		private readonly offset: () => number,
	) {}

	now(): number {
		return this.moment ?? this.source.now() + this.offset();
	}

	/** Lets `act` happen as of `moment` (ms), for what was due before somebody looked. */
	during(moment: number, act: () => void): void {
		const outer = this.moment;
		this.moment = moment;
		try {
			act();
		} finally {
			this.moment = outer;
		}
	}
}
