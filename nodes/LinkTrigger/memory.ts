import { Refusal } from '../shared/input/refusal';
import type { SeenLink } from './eventRule';
import { compareIds, highest } from './ids';

/** Most links that are watched: 50 calls per poll, and as much as n8n should save with a workflow. */
export const MOST_LINKS = 5_000;

/** In characters, all of them ASCII. Leaves room for the rest of the state under 64 KB. */
const LIMIT = 62_000;

/** What is known of each link, by id. */
export type SeenLinks = Map<string, SeenLink>;

/**
 * Writes what is known as text. Links that a poll did not see are remembered while there is room, the
 * newest ones longest.
 *
 * @param seen ids of the links that this poll saw: they are never forgotten
 * @returns `forgotten`, the highest id that was, or 0
 * @throws Refusal if the links that were seen do not fit
 */
export function pack(known: SeenLinks, seen: Set<string>): { packed: string; forgotten: string } {
	const kept = [...known].filter(([id]) => seen.has(id));
	const unseen = [...known].filter(([id]) => !seen.has(id)).sort(([a], [b]) => compareIds(b, a));
	for (let room = unseen.length; ; room = Math.floor(room / 2)) {
		const packed = write([...kept, ...unseen.slice(0, room)]);
		if (packed.length <= LIMIT) {
			return { packed, forgotten: highest(unseen.slice(room).map(([id]) => id)) };
		}
		if (room === 0) throw tooMany(kept.length);
	}
}

export const tooMany = (links: number): Refusal =>
	new Refusal(
		`${links} links match, more than this trigger can watch`,
		`Narrow the filters with "Created From", "Query" or "Status". Up to ${MOST_LINKS} links can be watched.`,
	);

/**
 * By id, each as its distance from the one before: `distance:clicks`, in base 36, with `!` if blocked;
 * `distance` alone for no clicks, `distance?` for clicks that are not known.
 */
function write(entries: Array<[string, SeenLink]>): string {
	let last = 0n;
	return entries
		.sort(([a], [b]) => compareIds(a, b))
		.map(([id, { clicks, isBlocked }]) => {
			const distance = BigInt(id) - last;
			last = BigInt(id);
			const count = clicks === undefined ? '?' : clicks ? `:${clicks.toString(36)}` : '';
			return `${distance.toString(36)}${count}${isBlocked ? '!' : ''}`;
		})
		.join(' ');
}

/** @returns undefined for what `pack` has not written */
export function unpack(packed: unknown): SeenLinks | undefined {
	if (typeof packed !== 'string' || !/^([\da-z]+(:[\da-z]+|\?)?!?( |$))*$/.test(packed))
		return undefined;
	const known: SeenLinks = new Map();
	let last = 0n;
	for (const [, distance, unknown, clicks = '0', blocked] of packed.matchAll(
		/([\da-z]+)(?:(\?)|:([\da-z]+))?(!)?/g,
	)) {
		last += [...distance].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
		const count = unknown ? undefined : parseInt(clicks, 36);
		known.set(String(last), { clicks: count, isBlocked: blocked === '!' });
	}
	return known;
}
