import type { INodeProperties } from 'n8n-workflow';

import { quote } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import { COUNTRIES, type Country } from './countries';

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None', value: '', description: 'Refuse numbers without a country code' },
		...COUNTRIES.map(({ iso, name, callingCode }) => ({
			name: `${name} (+${callingCode})`,
			value: iso,
		})),
	],
	default: '',
	description:
		"Country in which to read a 'Recipient' written without country code, such as (51) 99876-5432 or 0170 1234567. None refuses such numbers, except those with one meaning, such as 8 701 123 45 67.",
};

/** A country by its ISO code. @throws Refusal for any other */
export function country(value: unknown): Country {
	const found = COUNTRIES.find(({ iso }) => iso === value);
	if (found) return found;
	throw new Refusal(
		`cannot be ${quote(value)}`,
		`Use one of: ${COUNTRIES.map(({ iso }) => iso).join(', ')}. Write numbers of other countries with a plus and their country code.`,
	);
}
