/** The service's own clock, which can be moved forward. Values are ms since the epoch. */
export class ServiceClock {
	private offset = 0;

	constructor(private readonly source: () => number = Date.now) {}

	now(): number {
		return this.source() + this.offset;
	}

	advance(ms: number): void {
		this.offset += ms;
	}

	reset(): void {
		this.offset = 0;
	}
}

/** The clock that stamps an account's rows; it may be wrong. */
export class AccountClock {
	private moment: number | undefined;

	/** @param offset how far it is ahead of `source`, in ms */
	constructor(
		private readonly source: ServiceClock,
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
