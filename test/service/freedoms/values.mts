import type { FreedomName, Freedoms } from './schema.mts';

/**
 * Values to draw from for each switch, the one that leaves it off first. Numbers are examples; all others
 * are every value there is.
 */
export const FREEDOM_VALUES: { readonly [Name in FreedomName]: ReadonlyArray<Freedoms[Name]> } = {
	listLagUpTo: [0, 5_000, 60_000],
	accountClockOffset: [0, -300_000, -7_000, 40_000, 300_000],
	accountTimezone: ['', 'UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu'],
};
