import { DateTime, Settings } from 'luxon';

import { serviceTime, type Zones } from '../../../nodes/shared/input/time/zone';

// Almaty is at +05:00 all year, Berlin at +01:00 and +02:00.
const ZONES: Zones = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };
const MOMENT = Date.UTC(2026, 10, 21, 5, 0, 0);

describe('moments are converted to the account', () => {
	it.each<[string, unknown]>([
		['a date of JavaScript', new Date(MOMENT)],
		['a date of luxon', DateTime.fromMillis(MOMENT, { zone: 'America/Sao_Paulo' })],
		['a date of another copy of luxon', { isValid: true, toMillis: () => MOMENT }],
		['ISO with Z', '2026-11-21T05:00:00Z'],
		['ISO with an offset', '2026-11-21T02:00:00.000-03:00'],
		['ISO with an offset without colon', '2026-11-21T06:00+0100'],
		['ISO with an offset of hours', '2026-11-21T06:00:00+01'],
		['ISO with the name of a zone', '2026-11-21T06:00:00.000+01:00[Europe/Berlin]'],
		['a space and an offset', '2026-11-21 05:00:00Z'],
		['small letters', '2026-11-21t05:00:00z'],
		['what n8n shows of a date', '[DateTime: 2026-11-21T06:00:00.000+01:00]'],
		['unix seconds', MOMENT / 1000],
		['unix seconds as text', String(MOMENT / 1000)],
		['unix milliseconds', MOMENT],
		['unix milliseconds as text', ` ${MOMENT} `],
		['ISO without offset, as the date picker of the workflow', '2026-11-21T06:00:00'],
		['the same without seconds', '2026-11-21T06:00'],
		['the same with parts of a second', '2026-11-21T06:00:00.999'],
	])('%s', (_, value) => {
		expect(serviceTime(value, ZONES)).toBe('2026-11-21 10:00:00');
	});
});

describe('times of the account stay as they are', () => {
	it.each<[string, unknown]>([
		["the service's form", '2026-01-02 10:00:00'],
		['the same without seconds', '2026-01-02 10:00'],
		['the documented form of reports', '2026-01-02 10-00-00'],
		['short numbers', '2026-1-2  10:00'],
		['slashes, the year first', '2026/01/02 10:00:00'],
		['dots, the day first', '02.01.2026 10:00'],
		['dots and a comma', '02.01.2026, 10:00:00'],
		['dots, the year first', '2026.01.02 10:00'],
		['a day of a spreadsheet', 46024 + 10 / 24],
		['the same as text', '46024.41666666667'],
		['one second off by rounding', 46024.4166666],
	])('%s', (_, value) => {
		expect(serviceTime(value, ZONES)).toBe('2026-01-02 10:00:00');
	});
});

describe('a day alone', () => {
	it.each<[unknown]>([
		['2026-01-02'],
		['2026/01/02'],
		['02.01.2026'],
		['2.1.2026'],
		[46024],
		['46024'],
	])('%s', (value) => {
		expect(serviceTime(value, ZONES)).toBe('2026-01-02 00:00:00');
		expect(serviceTime(value, ZONES, { endOfDay: true })).toBe('2026-01-02 23:59:59');
	});

	it('starts when the gap ends, where clocks change at midnight', () => {
		const zones = { account: 'America/Sao_Paulo', workflow: 'UTC' };
		expect(serviceTime('2018-11-04', zones)).toBe('2018-11-04 01:00:00');
	});

	it('leaves times with a clock alone at an upper bound', () => {
		expect(serviceTime('2026-01-02 00:00', ZONES, { endOfDay: true })).toBe('2026-01-02 00:00:00');
	});
});

describe('changes of clocks', () => {
	const berlin = { account: 'Europe/Berlin', workflow: 'Europe/Berlin' };
	const kyiv = { account: 'Europe/Kyiv', workflow: 'Europe/Berlin' };

	it.each([
		['summer', '2026-07-01T12:00:00', kyiv, '2026-07-01 13:00:00'],
		[
			'an hour that comes twice: the first',
			'2026-10-25T02:30:00',
			{ ...ZONES, account: 'UTC' },
			'2026-10-25 00:30:00',
		],
		['that hour in one zone', '2026-10-25T02:30:00', berlin, '2026-10-25 02:30:00'],
		['a moment just before the gap', '2026-03-29T00:59:59Z', berlin, '2026-03-29 01:59:59'],
		['a moment just after it', '2026-03-29T01:00:00Z', berlin, '2026-03-29 03:00:00'],
		[
			'a clock that only the account skips, given as ISO',
			'2026-03-29T03:30:00',
			kyiv,
			'2026-03-29 04:30:00',
		],
	])('%s', (_, value, zones, expected) => {
		expect(serviceTime(value, zones)).toBe(expected);
	});

	it.each([
		['2026-03-29 02:30:00', berlin, 'Europe/Berlin'],
		['29.03.2026 02:00', berlin, 'Europe/Berlin'],
		['2026-03-29T02:59:59', ZONES, 'Europe/Berlin'],
		['2026-03-29 03:15', kyiv, 'Europe/Kyiv'],
	])('refuses a time that was skipped: %s', (value, zones, zone) => {
		expect(() => serviceTime(value, zones)).toThrow(
			`does not exist in ${zone}: clocks skip 2026-03-29 0`,
		);
	});
});

it('writes plain digits whatever the language of the machine', () => {
	const before = Settings.defaultLocale;
	Settings.defaultLocale = 'ar-EG';
	try {
		for (const value of ['2026-11-21T05:00:00Z', '2026-11-21 10:00', '2026-11-21T06:00']) {
			expect(serviceTime(value, ZONES)).toBe('2026-11-21 10:00:00');
		}
	} finally {
		Settings.defaultLocale = before;
	}
});
