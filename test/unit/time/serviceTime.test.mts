import fc from '../../fc.mts';
import { DateTime, Duration, Settings } from 'luxon';

import { Refusal } from '../../../nodes/shared/input/parse';
import {
	endAfter,
	endTime,
	formatInstant,
	instant,
	serviceDate,
	serviceTime,
} from '../../../nodes/shared/input/time/zone';

// Almaty is at +05:00 all year, Berlin at +01:00 and +02:00.
const ZONES = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };
const SAO_PAULO = { account: 'America/Sao_Paulo', workflow: 'America/Sao_Paulo' };
const BERLIN = { account: 'Europe/Berlin', workflow: 'Europe/Berlin' };
const KYIV = { account: 'Europe/Kyiv', workflow: 'Europe/Berlin' };

const zone = fc.constantFrom(
	...['Asia/Almaty', 'Europe/Berlin', 'America/Sao_Paulo', 'Europe/Kyiv'],
	...['Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
);
/** Whole seconds from 2015, when Brazil still had summer time, to 2035; half of them whole minutes. */
const moment = fc
	.oneof(
		fc.integer({ min: 1_420_070_400, max: 2_051_222_400 }),
		fc.integer({ min: 23_667_840, max: 34_187_040 }).map((minute) => minute * 60),
	)
	.map((s) => s * 1000);

const luxonText = (ms: number, inZone: string): string =>
	DateTime.fromMillis(ms, { zone: inZone }).toFormat('yyyy-MM-dd HH:mm:ss');

/** Ways to write a moment: whole, as the account's clock shows it, and as that of the workflow does. */
function written(ms: number, offset: number, account: DateTime, workflow: DateTime) {
	const iso = DateTime.fromMillis(ms).toUTC(offset);
	const whole: unknown[] = [
		...[new Date(ms), iso, ms, ms / 1000, ` ${ms} `, String(ms / 1000)],
		// A date of another copy of luxon.
		{ isValid: true, valueOf: () => ms, startOf: () => ({}) },
		...[iso.toISO(), iso.toISO()?.replace('T', 't'), `[DateTime: ${workflow.toISO()}]`],
		...[iso.toFormat("yyyy-MM-dd'T'HH:mm:ssZZZ"), iso.toUTC().toFormat("yyyy-MM-dd HH:mm:ss'z'")],
		`${workflow.toISO()}[${workflow.zoneName}]`,
	];
	if (offset % 60 === 0) whole.push(iso.toFormat("yyyy-MM-dd'T'HH:mm:ss").concat(hours(offset)));
	const forms = ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH-mm-ss', 'yyyy-M-d  H:mm:ss'];
	forms.push('yyyy/MM/dd HH:mm:ss', 'yyyy.MM.dd HH:mm:ss', 'dd.MM.yyyy, H:mm:ss');
	if (account.second === 0) forms.push('yyyy-MM-dd HH:mm', 'd.M.yyyy H:mm');
	const day = account.setZone('utc', { keepLocalTime: true }).toSeconds() / 86_400 + 25_569;
	const clocks: unknown[] = forms.map((form) => account.toFormat(form));
	if (!Number.isInteger(day)) clocks.push(day, String(day), Number(day.toFixed(7)));
	const isOnce = workflow.getPossibleOffsets().length === 1;
	const picked = ["yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.'999'"];
	if (workflow.second === 0) picked.push("yyyy-MM-dd'T'HH:mm");
	return [...whole, ...clocks, ...(isOnce ? picked.map((form) => workflow.toFormat(form)) : [])];
}

const hours = (offset: number): string =>
	`${offset < 0 ? '-' : '+'}${String(Math.abs(offset) / 60).padStart(2, '0')}`;

it('gives the account’s time and day for every way to write a moment, as luxon does', () => {
	const quarters = fc.integer({ min: -14 * 4, max: 14 * 4 });
	fc.assert(
		fc.property(moment, quarters, zone, zone, (ms, quarter, account, workflow) => {
			const expected = luxonText(ms, account);
			const [own, other] = [account, workflow].map((each) =>
				DateTime.fromMillis(ms, { zone: each }),
			);
			const given = DateTime.fromMillis(ms).toUTC(quarter * 15);
			const isMidnight = [other, given, given.toUTC()].some((at) => +at === +at.startOf('day'));
			for (const value of written(ms, quarter * 15, own, other)) {
				expect([value, serviceTime(value, { account, workflow })]).toEqual([value, expected]);
				if (isMidnight) continue;
				expect(serviceDate(value, { account, workflow })).toBe(expected.slice(0, 10));
			}
		}),
		{ numRuns: 80 },
	);
});

it('writes a moment as luxon does, and reads back what it wrote, or the first of a time that comes twice', () => {
	fc.assert(
		fc.property(moment, zone, fc.nat(999), (ms, inZone, part) => {
			const text = formatInstant(ms + part, inZone);
			expect(text).toBe(luxonText(ms, inZone));
			const [first] = DateTime.fromMillis(ms, { zone: inZone }).getPossibleOffsets();
			expect(instant(text, inZone)).toBe(first.toMillis());
		}),
		{ numRuns: 1000 },
	);
});

it('moves a skipped time past the gap, and takes the first of a time that comes twice', () => {
	expect(instant('2026-03-29 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
	expect(instant('2018-11-04 00:00:00', 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3));
	expect(instant('2026-10-25 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

it('takes the first moment of a luxon day for the day, also where clocks skip midnight', () => {
	const day = DateTime.fromISO('2018-11-04', { zone: 'America/Sao_Paulo' });
	expect(endTime(day, ZONES)).toBe('2018-11-04 23:59:59');
	expect(serviceDate(day, { ...SAO_PAULO, account: 'Pacific/Honolulu' })).toBe('2018-11-04');
});

const DAYS = ['2026-01-02', '2026/01/02', '02.01.2026', '2.1.2026', 46024, '46024'];

it.each(DAYS)('day %j', (value) => {
	expect(serviceTime(value, ZONES)).toBe('2026-01-02 00:00:00');
	expect(endTime(value, ZONES)).toBe('2026-01-02 23:59:59');
	expect(serviceDate(value, ZONES)).toBe('2026-01-02');
});

it.each([
	['the first day of an old century', '0099-01-01', ZONES, '0099-01-01'],
	['a day of the date picker', '2026-12-31T00:00:00', ZONES, '2026-12-31'],
	['with an account west of it', '2026-12-31T00:00:00', SAO_PAULO, '2026-12-31'],
	['a second later, the next day in the account', '2026-12-31T20:00:00', ZONES, '2027-01-01'],
	['whose midnight the clocks skip', '2018-11-04T00:00:00', SAO_PAULO, '2018-11-04'],
	['midnight of the service’s form', '2026-12-31 00:00:00', ZONES, '2026-12-31'],
	['midnight elsewhere, east of it', '2026-12-31T00:00:00.000+01:00', SAO_PAULO, '2026-12-31'],
	['midnight of a date object', new Date('2026-12-31T00:00:00Z'), SAO_PAULO, '2026-12-31'],
	['midnight elsewhere, west of it', '2026-12-31T00:00:00Z', ZONES, '2026-12-31'],
	['a second before midnight', '2026-12-31T23:59:59+05:00', SAO_PAULO, '2026-12-31'],
	['a second after midnight', '2026-12-31T00:00:01Z', SAO_PAULO, '2026-12-30'],
])('as a day: %s', (_, value, zones, expected) => {
	expect(serviceDate(value, zones)).toBe(expected);
});

it.each([
	['2018-11-04', SAO_PAULO, '2018-11-04 01:00:00'],
	['2026-10-25T02:30:00', { ...ZONES, account: 'UTC' }, '2026-10-25 00:30:00'],
	['2026-03-29T03:30:00', KYIV, '2026-03-29 04:30:00'],
	[46024.4166666, ZONES, '2026-01-02 10:00:00'],
	[20_000, ZONES, '1954-10-03 00:00:00'],
	[80_000, ZONES, '2119-01-11 00:00:00'],
])('where clocks change, and beside a second: %j in %j is %s', (value, zones, expected) => {
	expect(serviceTime(value, zones)).toBe(expected);
});

it('leaves times with a clock alone at an upper bound', () => {
	expect(endTime('2026-01-02 00:00', ZONES)).toBe('2026-01-02 00:00:00');
	// A span may end when it begins.
	expect(endAfter('2026-01-02 00:00:00')('2026-01-02 00:00', ZONES)).toBe('2026-01-02 00:00:00');
	expect(endTime('2026-01-02T10:00', ZONES)).toBe('2026-01-02 14:00:00');
	expect(endTime('2026-01-02T00:00:00+05:00', ZONES)).toBe('2026-01-02 00:00:00');
});

it.each([
	['2026-03-29 02:30:00', BERLIN, 'Europe/Berlin'],
	['29.03.2026 02:00', BERLIN, 'Europe/Berlin'],
	['2026-03-29T02:59:59', ZONES, 'Europe/Berlin'],
	['2026-03-29 03:15', KYIV, 'Europe/Kyiv'],
])('refuses a time that was skipped: %s', (value, zones, inZone) => {
	const refusal = `does not exist in ${inZone}: clocks skip 2026-03-29 0`;
	expect(() => serviceTime(value, zones)).toThrow(refusal);
});

it('neither the language of the machine nor the zone of n8n changes a time', () => {
	const before = Settings.defaultLocale;
	Settings.defaultLocale = 'ar-EG';
	Settings.defaultZone = 'America/New_York';
	try {
		// Clocks skip it in New York.
		expect(instant('2026-03-08 02:30:00', 'UTC')).toBe(Date.UTC(2026, 2, 8, 2, 30));
		for (const value of ['2026-11-21T05:00:00Z', '2026-11-21 10:00', '2026-11-21T06:00'])
			expect(serviceTime(value, ZONES)).toBe('2026-11-21 10:00:00');
	} finally {
		Settings.defaultLocale = before;
		Settings.defaultZone = 'system';
	}
});

const noTime = (value: unknown): Refusal => {
	for (const convert of [serviceDate, serviceTime]) {
		try {
			convert(value, ZONES);
		} catch (thrown) {
			if (!(thrown instanceof Refusal)) throw thrown;
			if (convert === serviceTime) return thrown;
		}
	}
	throw new Error(`${String(value)} was not refused`);
};
/** Too long for any search to end. */
const huge = ['1', ' ', '-', '1.'].map((unit) => `2026-01-02${unit.repeat(300_000)}`);

it.each<[reason: string, values: unknown[]]>([
	['is empty', ['', '  ', null, undefined]],
	['is not a date but boolean', [true, false]],
	['is not a date but a list', [[], ['2026-01-02']]],
	['is not a date but an object', [{}, { year: 2026 }, Duration.fromObject({ days: 7 })]],
	['is an invalid date', [new Date('never'), DateTime.invalid('test')]],
	['does not show which part is the day', ['01/02/2026', '1/2/2026 10:00', '01-02-2026']],
	['has a year of two digits', ['01.02.26', '1/2/26', '26-01-02', '01.02.26 10:00']],
	['may be from one time to another', ['2026-01-02 10:00-12:00', '02.01.2026 10:00–12:00']],
	[
		'may be from one time to another',
		['2026-01-02 10-12', '2026-01-02 9:30 -11', '2.1.2026 9-0030'],
	],
	['is a time that does not exist', ['2026-02-30', '2026-13-01', '31.04.2026', '2025-02-29T10:00']],
	['is a time that does not exist', ['2026-01-02 25:00', '2026-01-02T10:00:61Z']],
	// Midnight of the day after would stand for that whole day.
	['is a time that does not exist', ['2026-01-02 24:00', '2026-01-02T24:00:00']],
	['is a number that is not a time', [0, -1, 2026, 19_999, 80_001, 1e14, NaN, Infinity, '2026']],
	['is not a date or time: "tomorrow"', ['tomorrow']],
	['is not a date or time', ['2026-01', '2026-W05', '10:00', 'January 2, 2026', '2026-01/02']],
	['is not a date or time', ['2026-01-02 10 PM', '2026-01-02 10:00 PM', '2026-01-02 10:00 Almaty']],
	['is not a date or time', ['2026-01-02T10:00:00+99:00', '-1795000000', 'Invalid DateTime']],
	['is not a date or time: "2026-01-02', huge],
])('refuses what %s', (reason, values) => {
	for (const value of values) {
		const { message, hint } = noTime(value);
		expect(message).toContain(reason);
		expect(message.length).toBeLessThan(reason.length + 50);
		expect(hint).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${hint}`).not.toMatch(/error|problem|fail|mistake/i);
	}
});
