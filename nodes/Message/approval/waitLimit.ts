import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../shared/api/wire';
import { oneOf, quote, Refusal } from '../../shared/input/parse';
import { momentOf, timeField, type Zones } from '../../shared/input/time/zone';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** With the names and choices of the nodes of n8n that wait for an answer. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description:
		'How long to wait for the answer. After that the workflow goes on with the input item, without an answer in data. Without this option it waits forever.',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					description: 'When the waiting ends: after some time, or at a date and time',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'How many minutes, hours or days to wait',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					description: 'Unit of the amount',
				},
				{
					...timeField(
						'Max Date and Time',
						'maxDateAndTime',
						'When to stop waiting; a day without a time is its 00:00',
					),
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

/**
 * When the waiting ends, in ms since the epoch.
 *
 * @throws Refusal for no limit, for an amount that is no positive number or too large, and for a time that has passed
 */
export function waitLimit(given: unknown, zones: Zones): number {
	const now = Date.now();
	const values = isRecord(given) ? given.values : undefined;
	if (!isRecord(values)) throw new Refusal('is empty', 'Fill it in, or remove it.');
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = values;
	const kind = oneOf(['afterTimeInterval', 'atSpecifiedTime'])(limitType);
	if (kind === 'atSpecifiedTime') {
		const ends = momentOf(maxDateAndTime, zones);
		// Lists say "never" with 9999-12-31, and the service knows no day after it.
		if (ends > now) return Math.min(ends, WAIT_INDEFINITELY.getTime());
		throw new Refusal(`has passed: ${quote(maxDateAndTime)}`, 'Choose a time in the future.');
	}
	// Number() would accept true and [5].
	const written = typeof resumeAmount === 'object' ? '' : String(resumeAmount).trim();
	const amount = /^\d+(\.\d+)?$/.test(written) ? Number(written) : 0;
	const ends = now + amount * UNIT_MS[oneOf(['minutes', 'hours', 'days'])(resumeUnit)];
	if (!(amount > 0 && ends < WAIT_INDEFINITELY.getTime())) {
		throw new Refusal(
			`is not a time to wait: ${quote(resumeAmount)}`,
			'Use a number above 0, or remove Limit Wait Time to wait forever.',
		);
	}
	return ends;
}
