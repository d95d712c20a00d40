import { createHash } from 'crypto';

/** A short name for values that must not be saved themselves, such as phone numbers and texts. */
export const hash = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);
