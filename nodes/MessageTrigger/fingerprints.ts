import { createHash } from 'crypto';

const BYTES = 4;

/** Characters of one fingerprint in base64. */
export const FINGERPRINT_LENGTH = (BYTES * 4) / 3;

/**
 * Four bytes that stand for a status of a message. That a new change looks like one of 10,000
 * remembered ones, and is taken for told, has a chance of 1 in 430,000.
 */
export function fingerprint(id: string, status: string): number {
	return createHash('sha256').update(`${id}:${status}`).digest().readUInt32BE(0);
}

export function packFingerprints(fingerprints: number[]): string {
	return Buffer.from(Uint32Array.from(fingerprints).buffer).toString('base64');
}

export function unpackFingerprints(packed: string): Set<number> {
	const bytes = Uint8Array.from(Buffer.from(packed, 'base64'));
	return new Set(new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / BYTES)));
}
