import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { Refusal, valuesOf } from '../../shared/input/parse';
import { recipient, type Homes } from '../sms/recipient';

export const skipRecipientsField: INodeProperties = {
	displayName: 'Skip Recipients',
	name: 'skipRecipients',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Opted Out').all().map(row => row.json.phone) }}",
	description:
		"Phone numbers that get nothing, such as those of people who said stop: a list, or a text with commas, in any form that 'Recipient' takes. Their items come out as skipped and count in no cap. An empty list skips nobody.",
};

/** The numbers that a run read last in each default country: mostly all its items give the same list. */
const read = new WeakMap<object, Map<Homes['chosen'], List>>();

interface List {
	given: unknown[];
	numbers: Set<string>;
}

/**
 * Whether the user wants nothing sent to a number.
 *
 * @param digits international
 * @param homes in which the numbers of the list are read, as the recipients are
 * @throws Refusal when the list has something that is no number, or comes out empty without being a list
 */
export function hasOptedOut(item: ItemParameters, digits: string, homes: Homes): boolean {
	const numbers = item.requiredIfAdded('options.skipRecipients', (value) => {
		const given: unknown[] = Array.isArray(value) ? value : [value];
		const lists = read.get(item.zones) ?? new Map<Homes['chosen'], List>();
		const known = lists.get(homes.chosen);
		const isSame =
			known?.given.length === given.length && given.every((each, n) => each === known.given[n]);
		if (isSame) return known.numbers;
		const all = valuesOf(value, /[,;|\n\r]/);
		// A list of one empty value may come from a node with Always Output Data.
		const isText = all.length === 0 && typeof value === 'string';
		if (isText || (given.length > 1 && given.every((each) => each === undefined)))
			throw new Refusal('has no number', 'Check the name of the column in its expression.');
		const found = new Set(all.map((each) => number(each, homes)));
		read.set(item.zones, lists.set(homes.chosen, { given, numbers: found }));
		return found;
	});
	return numbers?.has(digits) === true;
}

const COLUMN =
	"Take the column with the number from each row, as {{ $('Opted Out').all().map(row => row.json.phone) }} does.";

function number(given: unknown, homes: Homes): string {
	try {
		return recipient(given, homes, 'Put a comma between two numbers.');
	} catch (refusal) {
		throw ofTheList(refusal, given);
	}
}

function ofTheList(refusal: unknown, given: unknown): unknown {
	if (!(refusal instanceof Refusal)) return refusal;
	const { message, hint } = refusal;
	return new Refusal(`has a number that ${message}`, typeof given === 'object' ? COLUMN : hint);
}
