/** All values of a switch that has no others. */
const choice = <const T extends readonly string[]>(...all: T): T => all;
const off = [false, true];
/** F31: `count` and `countText`: how many ids; `keyed`: an object by number, as PHP writes a list with gaps. */
const TOLD = choice(
	...(['asIs', 'emptyList', 'null', 'emptyText', 'false', 'count', 'countText', 'text'] as const),
	'keyed',
);

/**
 * By number of the freedom: the values of each switch, of which the first leaves it off. Of numbers, paths and zones
 * they are examples.
 */
export const FREEDOM_VALUES = {
	/** F1: GetStats of an unknown link: code 2; its columns left out, and the rest numbered on or by their places; or zeros. */
	statsUnknown: choice('code2', 'leftOut', 'leftOutInPlace', 'emptyColumns'),
	/** F2: GetStats numbers its columns by ascending id, not by position. */
	statsAscending: off,
	/** F3: so many of the cells of GetStats are missing. */
	statsGaps: [0, 0.1, 0.5],
	/** F3: by how much each of the totals of GetStats is more than the sum of the rows. */
	statsTotalsOff: [0, -2, 3],
	/** F3: whether GetStats gives totals. */
	statsTotals: choice('asIs', 'absent', 'emptyList'),
	/** F4: a row has only `date` and the `clicks` of all links together; `totals` is a text or a number. */
	statsForm: choice('grid', 'textTotal', 'numberTotal'),

	/** F5: of so many calls in one only a task number is answered, with code 100. */
	queuedShare: [0, 0.2, 1],
	/** F5: what becomes of a queued write; `later`: after 2 s. */
	queuedWrites: choice('never', 'later'),

	/**
	 * F6: the form of lists: as documented; an object with `items`; with `items` as an object keyed by number;
	 * a bare list; an object keyed by number.
	 */
	listForm: choice('asIs', 'wrapped', 'itemsKeyed', 'bare', 'keyed'),
	/** F6: the form of a list with nothing in it; the last two speak of its `items`. */
	emptyList: choice('asIs', 'list', 'null', 'emptyText', 'itemsNull', 'itemsEmptyText'),
	/**
	 * F6: lists cannot be read: `items` is `null` or `""` although the count shown is above 0, or the rows are
	 * no records, all or one.
	 */
	unreadableList: choice('off', 'itemsNull', 'itemsEmptyText', 'rows', 'oneRow'),

	/** F7: how `totalItemCount` is written. */
	totalForm: choice('asIs', 'absent', 'text', 'number'),
	/** F7: how much more `totalItemCount` is than the truth. */
	totalOff: [0, -3, -1, 2, 30],
	/** F7: how much more it is in every other call of a method. */
	totalAlternatesBy: [0, -2, 3],

	/** F8: rows with equal sort keys come in another order in every call. */
	tiesShuffled: off,
	/** F8: the order of a list that no sort is asked for; `any`: another one in every call, of a bare list, too. */
	unsortedOrder: choice('newestFirst', 'oldestFirst', 'any'),

	/** F9: so many reads of messages are answered by a replica that shows rows as they were. */
	staleReads: [0, 0.3, 1],
	/** F9: how far that replica lags behind, in ms. */
	staleBy: [60_000, 2_000, 3_600_000],

	/** F10: ms after which a final status is stamped anew with that time; 0: never. */
	finalStampedAgainAfter: [0, 1_000, 120_000],

	/** F11: so many messages get a statusUpdateTs that lies ahead. */
	aheadShare: [0, 0.3, 1],
	/** F11: by how much, in ms. */
	aheadBy: [600_000, 60_000, 31_536_000_000],

	/** F12: whether statusUpdateTsFrom and To belong to the span. */
	updateBounds: choice('inclusive', 'exclusiveFrom', 'exclusiveTo', 'exclusive'),

	/** F13: of so many reads one is answered as `oddReadsAre` says; never the same question twice in a row. */
	oddReads: [0, 0.1, 0.5],
	/**
	 * F13: `empty`: code 0 with `[]`, `null` or `""`; `noItems`: code 0, the count but no rows; `queued`: code
	 * 100 with a task number; `any`: one of them.
	 */
	oddReadsAre: choice('any', 'empty', 'noItems', 'queued'),

	/** F14: the code of a Delete with unknown links; by dialect, or `code2`: the whole batch is refused. */
	deleteUnknown: choice('asIs', 'code0', 'code98or99', 'code2'),
	/** F14: the data of a Delete; `emptyObject`, `true` and `null` only where all were deleted. */
	deleteAnswer: choice('both', 'onlyNotProcessed', 'emptyObject', 'true', 'null'),

	/** F15: what an Update without data is answered. */
	emptyUpdate: choice('accepted', 'code11'),
	/** F15: what an empty expirationDate of Create and Update means. */
	emptyDate: choice('refused', 'never'),

	/** F16: Get, Update and GetStats still answer for a deleted link; `listed`: List too. */
	softDeletion: choice('off', 'notListed', 'listed'),

	/** F17: how short links are shown; `asIs`: as `publicUrl` has it. */
	shortLinkForm: choice('asIs', 'http', 'https', 'noScheme'),
	/** F17: a path before the code, such as `l/`. */
	shortLinkPath: ['', 'l/', 's/kz/'],
	/** F17: Link/Get by shortLink finds what is shown letter by letter, or whatever leads to the link. */
	shortLinkMatch: choice('exact', 'lenient'),

	/** F19: Message/List shows each new message after 0 to so many ms, at random; besides `faults.listLag`. */
	listLagUpTo: [0, 5_000, 60_000],

	/** F20, F29: how far the clock that stamps rows is ahead of the service's own (`Date`), in ms. */
	accountClockOffset: [0, -300_000, -7_000, -400, 40_000, 300_000],
	/** F20, F29: the account's zone when it is another one than `timezone` says; empty: that one. */
	accountTimezone: ['', 'UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu'],

	/** F21: what becomes of the text of a message that is sent; `cut`: to 10 characters. */
	textStored: choice('asIs', 'trimmed', 'crlf', 'transliterated', 'linksShortened', 'cut'),

	/** F22: recipients are shown with a plus. */
	numbersWithPlus: off,
	/** F22: how ids are written; by dialect, as numbers, as texts, or as texts after a space. */
	idForm: choice('asIs', 'number', 'text', 'spaced'),

	/** F23: messages pass through SCHEDUL and UNKNOWN instead of ENQUEUD and ACCEPTD; deferred ones wait as SCHEDUL. */
	oddStatuses: off,
	/** F23: how a time or a date that is not set is written. */
	blankTimes: choice('null', 'space', 'empty', 'zero'),

	/** F25: what a page past the end of a list shows. */
	pastEnd: choice('empty', 'lastPage'),
	/** F26: a list shows only so many of the rows that it counts; -1: all. */
	listShows: [-1, 0, 60, 150],
	/** F27: so many of the oldest rows leave a list before each of its answers. */
	oldestLeave: [0, 1, 5],
	/** F28: so many rows come, change or leave before each answer of a list. */
	rowsMove: [0, 1, 3, 10],

	/** F31: what stands in `processed` of a Delete in place of the ids. */
	deleteProcessed: TOLD,
	/** F31: the same for `notProcessed`. */
	deleteNotProcessed: TOLD,

	/** F32: a link is found by its code and its address without regard to case; of several, the oldest. */
	codesAnyCase: off,
};

export type FreedomName = keyof typeof FREEDOM_VALUES;

/** What the service is free to do and does; every switch has a value that leaves it off. */
export type Freedoms = { [Name in FreedomName]: (typeof FREEDOM_VALUES)[Name][number] };

/** These switches, and all others off. */
export const freedomsOf = (given: Partial<Freedoms> = {}): Freedoms =>
	Object.assign(
		{},
		...Object.entries(FREEDOM_VALUES).map(([name, [first]]) => ({ [name]: first })),
		given,
	);
