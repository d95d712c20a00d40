import type { IExecuteFunctions } from 'n8n-workflow';

import type { StoreRow } from './storeRow';

/** Most entries that are asked for at once: n8n's list grows by all of them for a moment. */
const MOST_ASKED = 200;

const question = (entry: string): string => `${entry}\u0000asked`;

/**
 * Asks which entries are in n8n's store. Asking adds them, so a mark is added in the same write and both
 * are removed again. An entry whose mark was already there was only asked for, by a process that was
 * killed before it could remove it.
 *
 * @param alsoRemove entries that are not needed any longer
 * @returns the entries that certainly were there
 */
export async function inquire(
	context: IExecuteFunctions,
	row: StoreRow,
	entries: string[],
	alsoRemove: string[] = [],
): Promise<Set<string>> {
	const found = new Set<string>();
	for (let first = 0; first < entries.length; first += MOST_ASKED) {
		const asked = entries.slice(first, first + MOST_ASKED);
		await row.alone(async () => {
			const added = await row.record(
				context.helpers,
				asked.flatMap((entry) => [entry, question(entry)]),
			);
			const unasked = asked.filter((entry) => added.has(question(entry)));
			const missing = asked.filter((entry) => added.has(entry));
			for (const entry of unasked) if (!added.has(entry)) found.add(entry);
			const marks = unasked.map(question);
			await row.remove(context.helpers, [...missing, ...marks, ...alsoRemove.splice(0)]);
		});
	}
	return found;
}
