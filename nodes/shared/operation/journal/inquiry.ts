import type { IExecuteFunctions } from 'n8n-workflow';

import type { StoreRow } from './storeRow';

/** Most entries that are asked for at once: n8n's list grows by all of them for a moment. */
const MOST_ASKED = 200;

const question = (entry: string): string => `${entry}\u0000asked`;

/**
 * Asks which entries are in n8n's store. Asking adds them, so a mark is added in the same write and both
 * are removed again. An entry whose mark was already there may only have been asked for: by a process that
 * asks at this moment, was killed before it could remove it, or whose removal was written over.
 *
 * @param twins for each entry one that is in the store if it is: a mark that stayed with it is removed
 * @param alsoRemove entries that are not needed any longer
 * @returns the entries that certainly were there
 */
export async function inquire(
	context: IExecuteFunctions,
	row: StoreRow,
	entries: string[],
	{ twins = [], alsoRemove = [] }: { twins?: string[]; alsoRemove?: string[] } = {},
): Promise<Set<string>> {
	const found = new Set<string>();
	for (let first = 0; first < entries.length; first += MOST_ASKED) {
		const asked = entries.slice(first, first + MOST_ASKED);
		const twinOf = new Map(asked.map((entry, n) => [entry, twins[first + n]]));
		await row.alone(async () => {
			const added = await row.record(
				context.helpers,
				asked.flatMap((entry) => [entry, question(entry)]),
			);
			const unasked = asked.filter((entry) => added.has(question(entry)));
			const missing = asked.filter((entry) => added.has(entry));
			const there = unasked.filter((entry) => !added.has(entry));
			for (const entry of there) found.add(entry);
			const stayed = there.flatMap((entry) => twinOf.get(entry) ?? []);
			const marks = [...unasked, ...stayed].map(question);
			await row.remove(context.helpers, [...missing, ...marks, ...alsoRemove.splice(0)]);
		});
	}
	return found;
}
