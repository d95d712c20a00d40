import type { INodeProperties } from 'n8n-workflow';

import type { LinkReference } from '../api/linkLookup';
import type { ItemParameters } from '../operation/itemParameters';
import { id, quote, text } from '../operation/parse';
import { Refusal } from '../operation/refusal';

/** Chooses a short link from the account's list, by ID, by code or by its URL. */
export const linkLocator: INodeProperties = {
	displayName: 'Link',
	name: 'link',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The short link to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a link...',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 400001' },
		{ displayName: 'By Code', name: 'code', type: 'string', placeholder: 'e.g. abcd' },
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://mbzn.co/abcd',
		},
	],
};

/** The link that an item means, as exactly one of id, code and shortLink. @throws ParameterRefusal */
export function readLink(item: ItemParameters): LinkReference {
	return item.required('link', (locator) => {
		const { mode, value } = asLocator(locator);
		if (value === '') throw new Refusal('is empty', 'Choose a link, or give its ID, code or URL.');
		if (mode === 'code') return { code: code(value) };
		if (mode === 'url') return { shortLink: shortLink(value) };
		return { id: id(value) };
	});
}

/** Locators are objects; an expression or an AI agent may also put a bare ID in their place. */
function asLocator(value: unknown): { mode: string; value: unknown } {
	if (typeof value !== 'object' || value === null || !('value' in value))
		return { mode: 'id', value };
	const inner = typeof value.value === 'string' ? value.value.trim() : value.value;
	return { mode: 'mode' in value ? String(value.mode) : 'id', value: inner ?? '' };
}

function code(value: unknown): string {
	const given = text({ max: 100 })(value);
	if (!/^[\w-]+$/.test(given)) {
		throw new Refusal(
			`is not the code of a short link: ${quote(given)}`,
			'The code is the part after the last slash, such as abcd.',
		);
	}
	return given;
}

function shortLink(value: unknown): string {
	const given = text({ max: 2000 })(value);
	if (!/^(https?:\/\/)?[^\s/:]+(:\d+)?\/[^\s/]\S*$/i.test(given)) {
		throw new Refusal(
			`is not the address of a short link: ${quote(given)}`,
			'Use the whole address, such as https://mbzn.co/abcd.',
		);
	}
	return given;
}
