/** Messages that got one status in one second. */
export interface Group {
	/** In seconds, see `toSeconds`. */
	time: number;
	/** Stands for the status. */
	code: number;
	/** Digits. */
	ids: string[];
}

/**
 * Groups, newest first, as base64. A group is the seconds back from the one before, the code, the number
 * of messages, and their ids, each as the distance from the one before: ids of one second are mostly close
 * together.
 *
 * @param limit in bytes
 * @returns also the first group that did not fit whole
 */
export function pack(groups: Group[], limit: number): { packed: string; dropped?: Group } {
	const bytes: number[] = [];
	let last: Last = { time: LAST_TIME, id: 0n };
	for (const group of groups) {
		const room = limit - bytes.length;
		let { ids } = group;
		let written = encode(group, last);
		while (written.bytes.length > room && ids.length > 0) {
			const fitting = Math.floor((0.95 * ids.length * room) / written.bytes.length);
			// The ids seen last.
			ids = ids.slice(ids.length - Math.min(fitting, ids.length - 1));
			written = encode({ ...group, ids }, last);
		}
		if (ids.length > 0) for (const byte of written.bytes) bytes.push(byte);
		if (ids.length < group.ids.length) return { packed: base64(bytes), dropped: group };
		({ last } = written);
	}
	return { packed: base64(bytes) };
}

export function unpack(packed: string): Group[] {
	const bytes = Buffer.from(packed, 'base64');
	const groups: Group[] = [];
	let [at, time, id] = [0, LAST_TIME, 0n];
	const read = (): bigint => {
		let [value, shift] = [0n, 0n];
		for (; bytes[at] >= 128; shift += 7n) value += BigInt(bytes[at++] - 128) << shift;
		return value + (BigInt(bytes[at++] ?? 0) << shift);
	};
	while (at < bytes.length) {
		time -= Number(read());
		const code = Number(read());
		const ids: string[] = [];
		for (let count = Number(read()); count > 0 && at < bytes.length; count--) {
			const step = read();
			id += step % 2n === 0n ? step / 2n : -(step + 1n) / 2n;
			ids.push(String(id));
		}
		groups.push({ time, code, ids });
	}
	return groups;
}

/** What the next group counts from. */
interface Last {
	time: number;
	id: bigint;
}

/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799;

function encode({ time, code, ids }: Group, last: Last): { bytes: number[]; last: Last } {
	const bytes: number[] = [];
	for (const head of [last.time - time, code, ids.length]) write(bytes, BigInt(head));
	let { id } = last;
	for (const next of ids.map(BigInt).sort((a, b) => (a < b ? -1 : 1))) {
		const step = next - id;
		write(bytes, step < 0n ? -2n * step - 1n : 2n * step);
		id = next;
	}
	return { bytes, last: { time, id } };
}

/** Seven bits a byte, the lowest first; all but the last one with the eighth bit set. */
function write(bytes: number[], value: bigint): void {
	let rest = value;
	for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
	bytes.push(Number(rest));
}

const base64 = (bytes: number[]): string => Buffer.from(bytes).toString('base64');
