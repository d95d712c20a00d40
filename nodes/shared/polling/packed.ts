/** Numbers from 0 on as short text: base64 of seven bits a byte, the lowest first; the eighth bit says that more follow. */
export function pack(numbers: bigint[]): string {
	const bytes: number[] = [];
	for (let rest of numbers) {
		for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
		bytes.push(Number(rest));
	}
	return Buffer.from(bytes).toString('base64');
}

export function unpack(text: string): bigint[] {
	const numbers: bigint[] = [];
	let [value, shift] = [0n, 0n];
	for (const byte of Buffer.from(text, 'base64')) {
		value += BigInt(byte % 128) << shift;
		shift += 7n;
		if (byte >= 128) continue;
		numbers.push(value);
		[value, shift] = [0n, 0n];
	}
	return numbers;
}

/**
 * Packs as many of the first items as there is room for.
 *
 * @param room in characters of JSON
 * @returns also the first item that was dropped
 */
export function packFirst<Item, Packed>(
	all: Item[],
	room: number,
	write: (items: Item[]) => Packed,
): { packed: Packed; dropped: Item | undefined } {
	let [count, packed] = [all.length, write(all)];
	for (let size; (size = JSON.stringify(packed).length) > room;) {
		count = Math.floor((0.97 * count * room) / size);
		packed = write(all.slice(0, count));
	}
	return { packed, dropped: all[count] };
}
