import { DateTime } from 'luxon';

import { Refusal } from '../../../nodes/shared/input/refusal';
import { serviceDate, serviceTime } from '../../../nodes/shared/input/time/zone';

const ZONES = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };

function refusalOf(act: () => unknown): Refusal {
	try {
		act();
	} catch (thrown) {
		if (thrown instanceof Refusal) return thrown;
	}
	throw new Error('was not refused');
}

describe('values that are refused, by the reason', () => {
	it.each<[string, unknown[]]>([
		['is empty', ['', '  ', null, undefined]],
		['is not a date but boolean', [true, false]],
		['is not a date but a list', [[], ['2026-01-02']]],
		['is not a date but an object', [{}, { year: 2026 }]],
		['is an invalid date', [new Date('never'), DateTime.invalid('test')]],
		[
			'does not tell the day from the month',
			['01/02/2026', '13/02/2026', '1/2/2026 10:00', '01-02-2026'],
		],
		['has a year of two digits', ['01.02.26', '1/2/26', '26-01-02', '01.02.26 10:00']],
		[
			'is a time that does not exist',
			[
				'2026-02-30',
				'2026-13-01',
				'31.04.2026',
				'2025-02-29T10:00',
				'2026-01-02 25:00',
				'2026-01-02 10:60',
				'2026-01-02T10:00:61Z',
			],
		],
		[
			'is a number that is not a time',
			[0, -1, 2026, 19_999, 80_001, 20261121, 1e14, NaN, Infinity, '20261121', '2026'],
		],
		[
			'is not a date or time',
			[
				'tomorrow',
				'2026-01',
				'2026-W05',
				'10:00',
				'January 2, 2026',
				'2026-01-02 10 PM',
				'2026-01-02 10:00 PM',
				'2026-01/02',
				'2026-01-02T10:00:00+99:00',
				'2026-01-02 10:00:00 Almaty',
				'-1795000000',
				'Invalid DateTime',
			],
		],
	])('%s', (reason, values) => {
		for (const value of values) {
			for (const convert of [serviceTime, serviceDate]) {
				const { message, hint } = refusalOf(() => convert(value, ZONES));
				expect(message).toContain(reason);
				expect(hint).toMatch(/^[A-Z].*\.$/);
				expect(`${message} ${hint}`).not.toMatch(/error|problem|fail|mistake/i);
			}
		}
	});

	it('quotes no more than 40 characters', () => {
		const { message } = refusalOf(() => serviceTime('x'.repeat(99), ZONES));
		expect(message).toContain('x'.repeat(40));
		expect(message).not.toContain('x'.repeat(41));
	});

	it('does not search a huge text for a time', () => {
		for (const unit of ['1', ' ', '-', '1.']) {
			const { message } = refusalOf(() => serviceTime(`2026-01-02${unit.repeat(300_000)}`, ZONES));
			expect(message).toContain('is not a date or time: "2026-01-02');
		}
	});
});
