import { PALETTE, type Canvas } from './canvas';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BITS_A_PIXEL = 2;
const PALETTE_COLOURS = 3;
/** The most that a stored block of the deflate format holds. */
const MAX_BLOCK = 0xffff;

/**
 * A picture as a PNG file: what n8n shows in its binary view, which an SVG is not. It is stored without
 * compression, since community nodes may not import zlib; two bits a pixel keep it small.
 */
export function png({ width, height, pixels }: Canvas): Uint8Array {
	const perByte = 8 / BITS_A_PIXEL;
	// Each row begins with the number of its filter: 0, none.
	const rowLength = 1 + Math.ceil(width / perByte);
	const rows = new Uint8Array(rowLength * height);
	for (let index = 0; index < pixels.length; index++) {
		const [x, y] = [index % width, Math.floor(index / width)];
		const shift = 8 - BITS_A_PIXEL * ((x % perByte) + 1);
		rows[y * rowLength + 1 + Math.floor(x / perByte)] |= pixels[index] << shift;
	}
	const header = [...uint32(width), ...uint32(height), BITS_A_PIXEL, PALETTE_COLOURS, 0, 0, 0];
	return Uint8Array.from([
		...SIGNATURE,
		...chunk('IHDR', header),
		...chunk('PLTE', PALETTE.flat()),
		...chunk('IDAT', stored(rows)),
		...chunk('IEND', []),
	]);
}

const uint32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

function chunk(type: string, data: number[]): number[] {
	const body = [...Array.from(type, (letter) => letter.charCodeAt(0)), ...data];
	return [...uint32(data.length), ...body, ...uint32(crc32(body))];
}

/** The zlib format with blocks that are stored as they are. */
function stored(data: Uint8Array): number[] {
	const result = [0x78, 0x01];
	for (let start = 0; start < data.length; start += MAX_BLOCK) {
		const block = data.subarray(start, start + MAX_BLOCK);
		const isLast = start + MAX_BLOCK >= data.length;
		const length = [block.length & 255, block.length >> 8];
		result.push(isLast ? 1 : 0, ...length, ...length.map((byte) => byte ^ 255), ...block);
	}
	return [...result, ...uint32(adler32(data))];
}

function crc32(data: number[]): number {
	let crc = 0xffffffff;
	for (const byte of data) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

function adler32(data: Uint8Array): number {
	let [a, b] = [1, 0];
	for (const byte of data) {
		a = (a + byte) % 65521;
		b = (b + a) % 65521;
	}
	return b * 0x10000 + a;
}
