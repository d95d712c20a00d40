import type { Attempt } from './attempts';
import type { Item } from './item';
import type { Bracket } from './match';
import type { Acceptance } from './verdict';

/** A message that may or may not have been sent. */
export interface Unclear {
	item: Item;
	/** The call of this try; undefined for one of an earlier try. */
	attempt?: Attempt;
	/** What an earlier try knew; undefined when it was killed. */
	bracket?: Bracket;
	/** What came instead of an answer. */
	fault?: unknown;
	queued?: Acceptance;
	/** Ids of messages that may be this one. */
	found: string[];
}
