import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { LinkReference } from './linkLookup';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { id, quote, text, plainText } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

/** Of codes and addresses, with spaces around them. n8n checks the field with their sources, so without flags. */
const CODE = /^\s*[\w-]+\s*$/;
const SHORT_LINK = /^\s*([Hh][Tt][Tt][Pp][Ss]?:\/\/)?[^\s/:]+(:\d+)?\/[^\s/]\S*\s*$/;

/** What to enter instead, for the editor and for refusals. */
const CODE_ADVICE = 'The code is the part after the last slash, such as abcd';
const SHORT_LINK_ADVICE = 'Use the whole address, such as https://mbzn.co/abcd';

/** The editor's text below a field with a wrong value. */
const check = (pattern: RegExp, errorMessage: string): INodePropertyMode['validation'] => [
	{ type: 'regex', properties: { regex: pattern.source, errorMessage } },
];

/** Chooses a short link from the account's list, by ID, by code or by its URL. */
export const linkLocator: INodeProperties = {
	displayName: 'Link',
	name: 'link',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'Short link: chosen from the list, or given by its ID (400001), its code (abcd) or its URL (https://mbzn.co/abcd)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a link...',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 400001',
			validation: check(/^\s*\d+\s*$/, 'An ID is a whole number, such as 400001'),
		},
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. abcd',
			validation: check(CODE, CODE_ADVICE),
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://mbzn.co/abcd',
			validation: check(SHORT_LINK, SHORT_LINK_ADVICE),
		},
	],
};

/** The link of an item, as exactly one of id, code and shortLink. @throws ParameterRefusal */
export function readLocator(item: ItemParameters): LinkReference {
	return item.required('link', (locator) => {
		const { mode, value } = asLocator(locator);
		if (value === '') throw new Refusal('is empty', 'Choose a link, or give its ID, code or URL.');
		if (mode === 'code') return { code: code(value) };
		if (mode === 'url') return { shortLink: shortLink(value) };
		return { id: id(value) };
	});
}

/** Locators are objects; an expression or an AI agent may also give a bare ID. */
function asLocator(value: unknown): { mode: string; value: unknown } {
	if (typeof value !== 'object' || value === null || !('value' in value))
		return { mode: 'id', value };
	const inner = typeof value.value === 'string' ? plainText(value.value) : value.value;
	return { mode: 'mode' in value ? String(value.mode) : 'id', value: inner ?? '' };
}

function code(value: unknown): string {
	const given = text({ max: 100 })(value);
	if (!CODE.test(given)) {
		throw new Refusal(`is not the code of a short link: ${quote(given)}`, `${CODE_ADVICE}.`);
	}
	return given;
}

function shortLink(value: unknown): string {
	const given = text({ max: 2000 })(value);
	const found = SHORT_LINK.exec(given);
	if (!found) {
		throw new Refusal(
			`is not the address of a short link: ${quote(given)}`,
			`${SHORT_LINK_ADVICE}.`,
		);
	}
	// As it stands in a text message; the service knows it with its scheme.
	return found[1] ? given : `https://${given}`;
}
