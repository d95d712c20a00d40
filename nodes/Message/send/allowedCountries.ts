import type { INodeProperties } from 'n8n-workflow';

import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import { quote, valuesOf } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import { ISO_CODES, numberCountry } from '../sms/numberCountry';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const nameOf = (iso: string): string => NAMES.of(iso) ?? iso;

export const allowedCountriesField: INodeProperties = {
	displayName: 'Allowed Countries',
	name: 'allowedCountries',
	type: 'multiOptions',
	options: ISO_CODES.map((iso) => ({ name: `${nameOf(iso)} (${iso})`, value: iso })).sort((a, b) =>
		a.name.localeCompare(b.name),
	),
	default: [],
	description:
		'Guard against strangers and mistakes: a message to a number of any other country is refused before it is sent. Premium, satellite and shared-cost numbers belong to no country. None chosen means all.',
};

/**
 * @param digits international
 * @throws ParameterRefusal
 */
export function checkCountry(item: ItemParameters, digits: string): void {
	const allowed = item.requiredIfAdded('options.allowedCountries', countryCodes) ?? [];
	if (allowed.length === 0) return;
	const country = numberCountry(digits);
	if (country !== undefined && allowed.includes(country)) return;
	const whose =
		country === undefined
			? 'of no country, but premium, satellite or shared-cost'
			: `of ${nameOf(country)} (${country})`;
	throw new ParameterRefusal(
		'recipient',
		`"Recipient" ${digits} is ${whose}, and "Allowed Countries" has only ${allowed.join(', ')}`,
		'Check where the number comes from. If it is meant, add its country to Allowed Countries.',
	);
}

/** ISO codes as a list or separated by commas, in any case. @throws Refusal */
function countryCodes(value: unknown): string[] {
	const codes = valuesOf(value);
	// Only an empty list is none chosen: what comes out empty would let all pass.
	if (codes.length === 0 && !(Array.isArray(value) && value.length === 0))
		throw new Refusal('has no country', 'Give at least one, or remove it.');
	return codes.map((code) => {
		const iso = typeof code === 'string' ? code.toUpperCase() : '';
		if (ISO_CODES.includes(iso)) return iso;
		throw new Refusal(
			`has ${quote(code)}, which is no country`,
			'Use ISO 3166 codes of two letters, such as KZ, UA, BR.',
		);
	});
}
