/** Lists by what their elements have in common, in the order of the first ones. */
export function grouped<T, K>(list: T[], keyOf: (element: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const element of list) {
		const key = keyOf(element);
		groups.set(key, [...(groups.get(key) ?? []), element]);
	}
	return groups;
}
