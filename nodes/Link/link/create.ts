import type { INodeProperties } from 'n8n-workflow';

import { Queued, queuedOutput } from '../../shared/api/response';
import { NoResponse } from '../../shared/api/faults';
import { number, record, text as wireText, typed } from '../../shared/api/wire';
import { additionalFields } from '../../shared/fields/list';
import { quote, Refusal, text, trimmed } from '../../shared/input/parse';
import { writeOperation } from '../../shared/operation/definition';
import {
	comment,
	commentField,
	expirationDateField,
	expirationDay,
	status,
	statusField,
} from '../fields';

const METHOD = 'Link/Create';

const properties: INodeProperties[] = [
	{
		displayName: 'Full Link',
		name: 'fullLink',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/spring-sale',
		description:
			'URL to shorten, such as https://example.com/spring-sale. The https:// may be left out; write a space as %20.',
	},
	additionalFields([commentField, expirationDateField, statusField]),
];

/** Repeated calls make several links, so none is repeated after an unclear outcome. */
export const create = writeOperation({
	resource: 'link',
	operation: 'create',
	name: 'Create',
	action: 'Create short link',
	description: 'Create a new short link that redirects to a URL and counts its clicks',
	counted: 'links created',
	properties,
	read: (item) => ({
		fullLink: item.required('fullLink', fullLink),
		status: item.optional('additionalFields.status', status),
		expirationDate: item.optional('additionalFields.expirationDate', expirationDay),
		comment: item.describing('additionalFields.comment', comment),
	}),
	nameOf: (params) => params.fullLink,
	each: async (params, { service }) => {
		const created = await service.write(METHOD, { data: params });
		if (created instanceof Queued) return queuedOutput(created);
		const row = record(METHOD, created);
		const made = typed(row, { id: number, code: wireText, shortLink: wireText });
		// A message would otherwise be sent with the text "null" in it.
		if (made.shortLink === null) throw new NoResponse(METHOD, 'garbled');
		return made;
	},
});

/** Of a URL. On a text of ten million characters, patterns overflow the stack. */
const LONGEST = 8192;

/** A number or date, probably from another column; an IP address has four numbers. */
const FIGURES = /^\d+(\.\d+){1,2}$/;

/** Of no host: it comes along when an address is cut out of a sentence, or n8n did not evaluate an expression. */
const PUNCTUATION = /[,;!"'“”«»…()<>${}]/;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * A URL, also without a scheme. The service gets it as the user wrote it, without the spaces and invisible
 * marks around it. With a scheme, a name without a dot is a host, too, as in http://intranet/page.
 *
 * @throws Refusal when there is no host in it, and for more than 8,192 characters
 */
export function fullLink(value: unknown): string {
	const written = text()(value);
	if (written.length > LONGEST) {
		throw new Refusal(
			`has ${written.length} characters, a URL has at most ${LONGEST}`,
			'Check the expression: it may give a whole page instead of its address.',
		);
	}
	const given = trimmed(written);
	const hostPart = given.replace(SCHEME, '').split(/[/?#]/, 1)[0];
	// Without a scheme, an @ stands in an e-mail address and not behind a user's name.
	const isWhole = SCHEME.test(given);
	const named = isWhole ? hostPart.slice(hostPart.indexOf('@') + 1) : hostPart;
	const host = named.replace(/:\d+$/, '');
	const isNamed =
		/^[^\s.@:]+(\.[^\s.@:]+)+\.?$/.test(host) ||
		host === 'localhost' ||
		/^\[[\da-f:.]+\]$/i.test(host) ||
		(isWhole && /^[^\s.@:[\]]+$/.test(host));
	if (!isNamed || FIGURES.test(host) || PUNCTUATION.test(host) || /\s/.test(given)) {
		throw new Refusal(
			`is not a URL: ${quote(given)}`,
			'Use an address such as https://example.com/page, with spaces written as %20: {{ $json.name.urlEncode() }} does so.',
		);
	}
	return given;
}
