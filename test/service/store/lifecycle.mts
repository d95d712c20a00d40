/** A status that a message takes on, `after` ms from the start of its sending. */
export interface Step {
	after: number;
	status: string;
}

/** `manual`: nothing happens by itself. A function gives the steps for a recipient number. */
export type Lifecycle = 'default' | 'manual' | ((to: string) => Step[]);

/** What becomes of a message, by the last two digits of its recipient; everyone else gets DELIVRD. */
export const RECIPIENTS: Readonly<Record<string, string>> = {
	'01': 'UNDELIV',
	'02': 'REJECTD',
	'03': 'EXPIRED',
	'04': 'DELETED',
	'05': 'ACCEPTD',
};

/** The final statuses of a message that did not arrive. */
export const FAILURES = ['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'] as const;

const FINAL = new Set<string>(['DELIVRD', ...FAILURES]);

/** True for a status after which no other follows. */
export const isFinal = (status: string): boolean => FINAL.has(status);

const stepsTo = (last: string): Step[] => [
	{ after: 300, status: 'ENQUEUD' },
	{ after: 800, status: 'ACCEPTD' },
	...(last === 'ACCEPTD' ? [] : [{ after: 1500, status: last }]),
];

/** The steps of a message to `to` under the given lifecycle. */
export function stepsFor(lifecycle: Lifecycle, to: string): Step[] {
	if (lifecycle === 'manual') return [];
	if (typeof lifecycle === 'function') return lifecycle(to);
	return stepsTo(RECIPIENTS[to.slice(-2)] ?? 'DELIVRD');
}

/** The lifecycle, but for numbers that somebody gave another ending (a status). */
export const withEndings =
	(lifecycle: Lifecycle, endings: ReadonlyMap<string, string>): Lifecycle =>
	(to) => {
		const ending = endings.get(to);
		return ending === undefined ? stepsFor(lifecycle, to) : stepsTo(ending);
	};
