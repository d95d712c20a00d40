import type { FreedomName, Freedoms } from './schema.mts';

/**
 * Values to draw from for each switch, the one that leaves it off first. Numbers and lists are examples; all
 * others are every value there is.
 */
export const FREEDOM_VALUES: { readonly [Name in FreedomName]: ReadonlyArray<Freedoms[Name]> } = {
	queuedShare: [0, 0.2, 1],
	queuedMethods: [[], ['Link/Delete', 'Message/SendSmsMessage'], ['Link/List', 'Message/List']],
	queuedWrites: ['never', 'later'],
	queuedFor: [2_000, 0, 60_000],
	oddReads: [0, 0.1, 0.5],
	oddReadsAre: ['any', 'empty', 'noItems', 'queued'],
	deleteUnknown: ['asIs', 'code0', 'code98or99', 'code2'],
	deleteAnswer: ['both', 'onlyNotProcessed', 'emptyObject', 'true', 'null'],
	emptyUpdate: ['accepted', 'code11'],
	emptyDate: ['refused', 'never'],
	softDeletion: ['off', 'notListed', 'listed'],
	shortLinkForm: ['asIs', 'http', 'https', 'noScheme'],
	shortLinkPath: ['', 'l/', 's/kz/'],
	shortLinkMatch: ['exact', 'lenient'],
	listLagUpTo: [0, 5_000, 60_000],
	accountClockOffset: [0, -300_000, -7_000, 40_000, 300_000],
	accountTimezone: ['', 'UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu'],
	numbersWithPlus: [false, true],
	idForm: ['asIs', 'number', 'text', 'spaced'],
	blankTimes: ['null', 'space', 'empty', 'zero'],
};
