import type { Freedoms } from '../../service/index.mts';

/** What a list says of how many rows it has (F7, F6): whether it says it at all, rightly, and ever too low. */
export function countOf(freedoms: Partial<Freedoms>) {
	const { totalForm, listForm, totalOff = 0, totalAlternatesBy = 0 } = freedoms;
	const has = totalForm !== 'absent' && listForm !== 'bare' && listForm !== 'keyed';
	return {
		has,
		isRight: has && totalOff === 0 && totalAlternatesBy === 0,
		isLow: Math.min(totalOff, totalOff + totalAlternatesBy) < 0,
	};
}

/** F13 and F26: rows that an answer leaves out show by a count that is not too low; where they stay away, by it alone. */
export function isTold(freedoms: Partial<Freedoms>): boolean {
	const { oddReads = 0, listShows = -1 } = freedoms;
	const { has, isLow } = countOf(freedoms);
	return !(isLow && oddReads > 0) && (listShows < 0 || (has && !isLow));
}
