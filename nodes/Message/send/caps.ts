import type { IDataObject } from 'n8n-workflow';

import { plural, Refusal } from '../../shared/input/parse';
import type { Item } from './items';
import type { SendOptions } from './outgoing';

/** The segments that are billed for all of them. */
export const totalSegments = (items: Item[]): number =>
	items.reduce((sum, { message }) => sum + message.segments, 0);

/**
 * Counts messages and segments over the whole execution, in `facts`, so that a loop, or an agent that keeps
 * calling, stops at the caps.
 */
export class Spending {
	constructor(private readonly facts: IDataObject) {}

	/** Counts the messages of a run. @returns why it must send none of them */
	reserve(items: Item[], { maxMessages, maxTotalSegments }: SendOptions): Refusal | undefined {
		const counts = [
			['message', items.length, 'Max Messages', maxMessages],
			['segment', totalSegments(items), 'Max Total Segments', maxTotalSegments],
		] as const;
		for (const [name, more, label, cap] of counts) {
			const before = Number(this.facts[`${name}s`] ?? 0);
			if (before + more <= (cap || Infinity)) continue;
			const spent = before > 0 ? ` after ${before} earlier in this execution` : '';
			return new Refusal(
				`The run has ${plural(more, name)}${spent}, but ${label} allows ${cap}, so it sent nothing`,
				`Check that the workflow means to send this many, and raise ${label}.`,
			);
		}
		this.add(items);
		return undefined;
	}

	/** These were not sent after all. */
	giveBack(items: Item[]): void {
		this.add(items, -1);
	}

	add(items: Item[], sign: 1 | -1 = 1): void {
		this.facts.messages = Number(this.facts.messages ?? 0) + sign * items.length;
		this.facts.segments = Number(this.facts.segments ?? 0) + sign * totalSegments(items);
	}
}
