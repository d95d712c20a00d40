import { DateTime } from 'luxon';

import { serviceDate } from '../../../nodes/shared/input/time/zone';

const ZONES = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };

it.each<[string, unknown, string]>([
	['a day', '2026-12-31', '2026-12-31'],
	['a day, the day first', '31.12.2026', '2026-12-31'],
	['the first day of an old century', '0099-01-01', '0099-01-01'],
	['a day of a spreadsheet', 46387, '2026-12-31'],
	["a time in the service's form", '2026-12-31 23:30:00', '2026-12-31'],
	['a day of the date picker', '2026-12-31T00:00:00', '2026-12-31'],
	['a time of the date picker, still that day in the account', '2026-12-31T19:59:59', '2026-12-31'],
	['a time of the date picker, the next day in the account', '2026-12-31T20:00:00', '2027-01-01'],
	['a moment with offset', '2026-12-31T00:00:00+01:00', '2026-12-31'],
	['a moment that is the next day in the account', '2026-12-31T19:00:00Z', '2027-01-01'],
	['a date of JavaScript', new Date('2026-12-31T18:59:59Z'), '2026-12-31'],
	[
		'a date of luxon',
		DateTime.fromISO('2026-12-31T23:00:00', { zone: 'Europe/Berlin' }),
		'2027-01-01',
	],
	['unix seconds', Date.UTC(2026, 11, 31, 19) / 1000, '2027-01-01'],
])('%s', (_, value, expected) => {
	expect(serviceDate(value, ZONES)).toBe(expected);
});

it.each(['America/Sao_Paulo', 'Pacific/Kiritimati', 'Asia/Almaty'])(
	'keeps a day of the date picker with an account in %s',
	(account) => {
		expect(serviceDate('2026-12-31T00:00:00', { ...ZONES, account })).toBe('2026-12-31');
	},
);

it('keeps a day whose midnight the clocks skip', () => {
	const zones = { account: 'America/Sao_Paulo', workflow: 'America/Sao_Paulo' };
	expect(serviceDate('2018-11-04T00:00:00', zones)).toBe('2018-11-04');
});
