import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	formatInstant,
	instant,
	serviceDate,
	serviceTime,
} from '../../../nodes/shared/input/time/zone';

const zone = fc.constantFrom(
	'Asia/Almaty',
	'Europe/Berlin',
	'America/Sao_Paulo',
	'Europe/Kyiv',
	'Australia/Lord_Howe',
	'Asia/Kathmandu',
	'UTC',
);
/** Whole seconds from 2015, when Brazil still had summer time, to 2035. */
const moment = fc.integer({ min: 1_420_070_400, max: 2_051_222_400 }).map((s) => s * 1000);

const luxonText = (ms: number, inZone: string): string =>
	DateTime.fromMillis(ms).setZone(inZone).toSQL({ includeOffset: false })?.slice(0, 19) ?? '';

it('writes a moment as luxon does', () => {
	fc.assert(
		fc.property(moment, zone, fc.nat(999), (ms, inZone, part) => {
			expect(formatInstant(ms + part, inZone)).toBe(luxonText(ms, inZone));
		}),
	);
});

it('reads back what it wrote, or the first of a time that comes twice', () => {
	fc.assert(
		fc.property(moment, zone, (ms, inZone) => {
			const text = formatInstant(ms, inZone);
			const read = instant(text, inZone);
			expect(formatInstant(read, inZone)).toBe(text);
			const isFirst =
				DateTime.fromMillis(ms, { zone: inZone }).getPossibleOffsets()[0].toMillis() === ms;
			expect(read === ms).toBe(isFirst);
			expect(read).toBeLessThanOrEqual(ms);
		}),
		{ numRuns: 1000 },
	);
});

it('moves a skipped time past the gap', () => {
	expect(instant('2026-03-29 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
	expect(instant('2018-11-04 00:00:00', 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3));
});

it('takes the first of a time that comes twice', () => {
	expect(instant('2026-10-25 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

it('converts ISO with any offset as luxon does', () => {
	const offset = fc.integer({ min: -14 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
	fc.assert(
		fc.property(moment, offset, zone, zone, (ms, minutes, account, workflow) => {
			const iso = DateTime.fromMillis(ms).toUTC(minutes).toISO();
			const expected = luxonText(ms, account);
			expect(serviceTime(iso, { account, workflow })).toBe(expected);
			expect(serviceDate(iso, { account, workflow })).toBe(expected.slice(0, 10));
		}),
	);
});

it('gives the same for every way to write a moment', () => {
	fc.assert(
		fc.property(moment, zone, zone, (ms, account, workflow) => {
			const zones = { account, workflow };
			const expected = luxonText(ms, account);
			const date = DateTime.fromMillis(ms, { zone: workflow });
			for (const value of [
				new Date(ms),
				date,
				ms,
				ms / 1000,
				String(ms),
				`[DateTime: ${date.toISO()}]`,
				expected,
			]) {
				expect(serviceTime(value, zones)).toBe(expected);
			}
		}),
	);
});

it('reads ISO without offset in the zone of the workflow', () => {
	fc.assert(
		fc.property(moment, zone, zone, (ms, account, workflow) => {
			const date = DateTime.fromMillis(ms, { zone: workflow });
			fc.pre(date.getPossibleOffsets().length === 1);
			const iso = date.toISO({ includeOffset: false });
			expect(serviceTime(iso, { account, workflow })).toBe(luxonText(ms, account));
		}),
	);
});

it('reads the day numbers of spreadsheets to the second', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 60_000 * 86_400 - 1 }), (seconds) => {
			fc.pre(seconds % 86_400 !== 0);
			const expected = DateTime.utc(1899, 12, 30).plus({ days: 20_000, seconds });
			const given = serviceTime(20_000 + seconds / 86_400, { account: 'UTC', workflow: 'UTC' });
			expect(given).toBe(luxonText(expected.toMillis(), 'UTC'));
		}),
	);
});
