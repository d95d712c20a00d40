/** A clock that can be moved forward. Values are ms since the epoch. */
export interface Clock {
	now(): number;
	advance(ms: number): void;
	reset(): void;
}

export function createClock(source: () => number = Date.now): Clock {
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
