/** Numbers from 0 on as short text: base64 of half bytes, each an octal digit, plus 8 if more digits of the number follow. */
export function pack(numbers: bigint[]): string {
	const write = (each: bigint) =>
		each.toString(8).replace(/\d(?=\d)/g, (digit) => '89abcdef'[Number(digit)]);
	const digits = numbers.map(write).join('');
	// A zero before the first number changes nothing.
	return Buffer.from(digits.length % 2 === 0 ? digits : `8${digits}`, 'hex').toString('base64');
}

export function unpack(text: string): bigint[] {
	const numbers: bigint[] = [];
	let value = 0n;
	for (const digit of Buffer.from(text, 'base64').toString('hex')) {
		const bits = parseInt(digit, 16);
		value = value * 8n + BigInt(bits % 8);
		if (bits >= 8) continue;
		numbers.push(value);
		value = 0n;
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
