/** The last status seen of a message, and its statusUpdateTs. */
export interface Known {
	status: string;
	time: string;
}

/** IDs by time and status, separated by spaces: many messages change in one second, to one status. */
export type Groups = { [time: string]: { [status: string]: string } };

/**
 * Groups as many as fit, from the first on.
 *
 * @param limit in characters of JSON
 * @returns how many fitted, too
 */
export function group(
	entries: Array<[string, Known]>,
	limit: number,
): { groups: Groups; count: number } {
	const groups: Groups = {};
	let [size, count] = [2, 0];
	for (const [id, { status, time }] of entries) {
		const known = groups[time]?.[status];
		size += id.length + 1;
		if (!groups[time]) size += JSON.stringify(time).length + 4;
		if (known === undefined) size += JSON.stringify(status).length + 4;
		if (size > limit) break;
		groups[time] ??= {};
		groups[time][status] = known === undefined ? id : `${known} ${id}`;
		count++;
	}
	return { groups, count };
}

export function ungroup(groups: Groups): Map<string, Known> {
	const known = new Map<string, Known>();
	for (const [time, statuses] of Object.entries(groups)) {
		for (const [status, ids] of Object.entries(statuses)) {
			for (const id of ids.split(' ')) known.set(id, { status, time });
		}
	}
	return known;
}
