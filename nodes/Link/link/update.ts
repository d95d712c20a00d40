import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { link } from '../../shared/api/link';
import type { LinkReference } from '../../shared/api/linkLookup';
import { number, record } from '../../shared/api/wire';
import { groupBy } from '../../shared/groupBy';
import { linkLocator, readLink } from '../../shared/fields/linkLocator';
import { dayField } from '../../shared/fields/time';
import { operation } from '../../shared/operation/definition';
import { CONCURRENCY } from '../../shared/operation/eachItem';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { findLinkIds, type WithLinkId } from '../../shared/operation/linkIds';
import { text, zeroOrOne } from '../../shared/operation/parse';
import { pool } from '../../shared/operation/pool';
import type { Run } from '../../shared/operation/run';
import { serviceDate } from '../../shared/time/zone';
import { commentField, MAX_COMMENT, statusField } from '../fields';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{ ...commentField, description: 'New label, at most 255 characters. Empty removes the label.' },
		{
			displayName: 'Expiration',
			name: 'expiration',
			type: 'options',
			options: [
				{ name: 'Keep', value: 'keep', description: 'The date stays as it is' },
				{ name: 'Never', value: 'never', description: 'The link no longer expires' },
				{
					name: 'Set Date',
					value: 'date',
					description: "The link expires at the end of the day in 'Expiration Date'",
				},
			],
			default: 'keep',
			description:
				"What happens to the expiration date. Needed for 'Never' only: without it the date is kept, or set when 'Expiration Date' is given.",
		},
		dayField(
			'Expiration Date',
			'expirationDate',
			"New last day on which the link works, until its end; not used when 'Expiration' is 'Keep' or 'Never'",
		),
		statusField,
	],
};

interface Change {
	link: LinkReference;
	expiration: 'keep' | 'date' | 'never';
	expirationDate?: string;
	status?: 0 | 1;
	comment?: string;
}

/**
 * Link/Update. The service makes a link permanent when it gets no date, so "keep" reads the link first
 * and sends its date again. Changes of one link are made in the order of the items.
 */
export const update = operation({
	resource: 'link',
	operation: 'update',
	name: 'Update',
	action: 'Update short link',
	description:
		'Update a short link: switch it on or off, change its comment or its expiration date. What is not given stays as it is.',
	counted: 'links updated',
	properties: [linkLocator, updateFields],
	read: readChange,
	async run(run, asked) {
		// One link may be named in several ways; only its id tells that the items mean the same one.
		const items = await findLinkIds(run, asked);
		await pool(
			groupBy(items, ({ linkId }) => linkId),
			CONCURRENCY,
			() => run.halted,
			async (changes) => {
				for (const item of changes) {
					if (!run.halted) await run.attempt(item.index, async () => await change(run, item));
				}
			},
		);
	},
});

function readChange(item: ItemParameters): Change {
	const date = item.optional('updateFields.expirationDate', (day, zones) =>
		serviceDate(day, zones),
	);
	const chosen = item.optional('updateFields.expiration', String);
	// A date that was filled in is meant, also where the choice beside it was forgotten.
	const expiration =
		chosen === undefined && date !== undefined
			? 'date'
			: item.choice('updateFields.expiration', ['keep', 'date', 'never'], 'keep');
	return {
		link: readLink(item),
		expiration,
		expirationDate:
			expiration === 'date'
				? item.required('updateFields.expirationDate', (day, zones) => serviceDate(day, zones))
				: undefined,
		status: item.optional('updateFields.status', zeroOrOne),
		comment: item.given('updateFields.comment', text({ max: MAX_COMMENT })),
	};
}

async function change(
	{ service }: Run,
	{ linkId: id, params }: WithLinkId<Change>,
): Promise<IDataObject> {
	const { status, comment, expiration } = params;
	const before =
		expiration === 'keep'
			? link(record('Link/Get', await service.read('Link/Get', { id })), true)
			: undefined;
	// The day alone: with a clock behind it, the service would refuse its own date.
	const expirationDate = before
		? String(before.expirationDate ?? '').slice(0, 10) || undefined
		: params.expirationDate;
	const told = await service.write('Link/Update', {
		id,
		data: { status, comment, expirationDate },
	});
	const shortLink = typeof told === 'string' && told !== '' ? told : (before?.shortLink ?? null);
	return { id: number(id), shortLink, updated: true };
}
