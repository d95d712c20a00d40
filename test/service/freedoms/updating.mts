import { ApiFailure, CODES, InvalidFields } from '../api/failure.mts';
import type { Freedoms } from './schema.mts';

/**
 * F15: the day that a link is to end, or null for never.
 * @throws InvalidFields when an empty date is given and refused
 */
export function endOf(date: string | undefined, { emptyDate }: Freedoms): string | null {
	if (date === '' && emptyDate === 'refused') {
		throw new InvalidFields({ 'data.expirationDate': ['must be a date YYYY-MM-DD'] });
	}
	return date || null;
}

/**
 * F15: refuses an Update that brings no data, where the service does that.
 * @throws ApiFailure code 11
 */
export function checkUpdate(data: object, { emptyUpdate }: Freedoms): void {
	if (emptyUpdate === 'code11' && Object.keys(data).length === 0) {
		throw new ApiFailure(CODES.missing, 'Required parameter is missing: data');
	}
}
