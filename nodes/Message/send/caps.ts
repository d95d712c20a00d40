import { plural, Refusal } from '../../shared/input/parse';
import type { Item } from './items';
import type { SendOptions } from './outgoing';

/** The segments that are billed for all of them. */
export const totalSegments = (items: Item[]): number =>
	items.reduce((sum, { message }) => sum + message.segments, 0);

/** Those that will count: of those with the same Send Once Key one is sent, perhaps the longest. */
export function oneOfEachKey(items: Item[]): Item[] {
	const rising = [...items].sort((a, b) => a.message.segments - b.message.segments);
	return [...new Map(rising.map((item) => [item.once ?? item, item])).values()];
}

/** What the runs of an execution have sent. */
export interface Spent {
	messages?: number;
	segments?: number;
}

/**
 * Counts the messages of a run over the whole execution, so that a loop, or an agent that keeps calling, stops at the caps.
 *
 * @returns why it must send none of them
 */
export function reserve(spent: Spent, items: Item[], options: SendOptions): Refusal | undefined {
	const { messages = 0, segments = 0 } = spent;
	const counted = oneOfEachKey(items);
	const counts = [
		['maxMessages', 'Max Messages', 'message', messages, counted.length],
		['maxTotalSegments', 'Max Total Segments', 'segment', segments, totalSegments(counted)],
	] as const;
	for (const [field, label, name, before, more] of counts) {
		const cap = options[field];
		if (before + more <= (cap || Infinity)) continue;
		const earlier = before > 0 ? ` after ${before} earlier in this execution` : '';
		return new Refusal(
			`The run has ${plural(more, name)}${earlier}, but ${label} allows ${cap}, so it sent nothing`,
			`Check that the workflow means to send this many, and raise ${label}.`,
			field,
		);
	}
	spend(spent, counted);
	return undefined;
}

/** @param sign -1 for what is counted no longer */
export function spend(spent: Spent, items: Item[], sign: 1 | -1 = 1): void {
	const { messages = 0, segments = 0 } = spent;
	spent.messages = messages + sign * items.length;
	spent.segments = segments + sign * totalSegments(items);
}
