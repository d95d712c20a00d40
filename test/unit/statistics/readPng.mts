import { crc32, inflateSync } from 'node:zlib';

/** A picture as its file tells it. */
export interface Picture {
	width: number;
	height: number;
	/** Colour of a pixel as `#rrggbb`. */
	at(x: number, y: number): string;
}

/**
 * Reads a PNG of two bits a pixel with a palette and without filters, and takes its sums at their word.
 *
 * @throws for a wrong sum, a missing part, and any other kind of PNG
 */
export function readPng(file: Uint8Array): Picture {
	const bytes = Buffer.from(file);
	if (bytes.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG');
	const chunks = new Map<string, Buffer>();
	for (let start = 8; start < bytes.length;) {
		const end = start + 8 + bytes.readUInt32BE(start);
		if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(start + 4, end))) throw new Error('CRC');
		chunks.set(bytes.toString('latin1', start + 4, start + 8), bytes.subarray(start + 8, end));
		start = end + 4;
	}
	const part = (type: string): Buffer => {
		const found = chunks.get(type);
		if (!found) throw new Error(`no ${type}`);
		return found;
	};
	if ([...chunks.keys()].join() !== 'IHDR,PLTE,IDAT,IEND') throw new Error('order of chunks');
	const [width, height] = [part('IHDR').readUInt32BE(0), part('IHDR').readUInt32BE(4)];
	if (part('IHDR').subarray(8).join() !== '2,3,0,0,0') throw new Error('another kind of PNG');
	const rows = inflateSync(part('IDAT'));
	const rowLength = 1 + Math.ceil(width / 4);
	if (rows.length !== rowLength * height) throw new Error('size');
	return {
		width,
		height,
		at(x, y) {
			const byte = rows[y * rowLength + 1 + (x >> 2)];
			const colour = (byte >> (6 - 2 * (x & 3))) & 3;
			return `#${part('PLTE')
				.subarray(colour * 3, colour * 3 + 3)
				.toString('hex')}`;
		},
	};
}
