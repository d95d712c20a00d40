import type { INodeProperties } from 'n8n-workflow';

import { Queued } from '../../shared/api/envelope';
import { NoResponse } from '../../shared/api/faults';
import { number, queuedOutput, record, text as wireText, typed } from '../../shared/api/wire';
import { writeOperation } from '../../shared/operation/definition';
import { SERVICE_LIMITS } from '../../shared/input/limits';
import { text, zeroOrOne } from '../../shared/input/parse';
import { fullLink } from '../fullLink';
import { commentField, expirationDateField, expirationDay, statusField } from '../fields';

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
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [commentField, expirationDateField, statusField],
	},
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
		status: item.optional('additionalFields.status', zeroOrOne),
		expirationDate: item.optional('additionalFields.expirationDate', expirationDay),
		comment: item.describing('additionalFields.comment', text({ max: SERVICE_LIMITS.comment })),
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
