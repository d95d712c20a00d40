import type { INodeProperties } from 'n8n-workflow';

import type { LinkReference } from '../reference/linkLookup';
import { readLocator } from '../reference/linkLocator';
import { dayField } from '../../shared/fields/time';
import { ParameterRefusal, type ItemParameters } from '../../shared/input/itemParameters';
import { SERVICE_LIMITS } from '../../shared/input/limits';
import { oneOf, text, zeroOrOne } from '../../shared/input/parse';
import { commentField, expirationDay, statusField } from '../fields';

export const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			...commentField,
			description: `New label, at most ${SERVICE_LIMITS.comment} characters. Empty removes the label.`,
		},
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
				"What happens to the expiration date. Only 'Never' has to be chosen here: otherwise the date is kept, or set if 'Expiration Date' is given.",
		},
		dayField(
			'Expiration Date',
			'expirationDate',
			"New last day on which the link works; not used when 'Expiration' is 'Keep' or 'Never'",
		),
		statusField,
	],
};

/** The changes of an item; undefined keeps a value. */
export interface LinkUpdate {
	link: LinkReference;
	expiration: 'keep' | 'date' | 'never';
	/** YYYY-MM-DD, with `date`. */
	expirationDate?: string;
	status?: 0 | 1;
	comment?: string;
}

/** @throws ParameterRefusal also for an update that changes nothing */
export function readUpdate(item: ItemParameters): LinkUpdate {
	const path = 'updateFields.expirationDate';
	const chosen = item.optional(
		'updateFields.expiration',
		oneOf(['keep', 'date', 'never'] as const),
	);
	// A date that was filled in counts, even if the choice beside it was forgotten.
	const expirationDate =
		chosen === undefined
			? item.optional(path, expirationDay)
			: chosen === 'date'
				? item.required(path, expirationDay)
				: undefined;
	const expiration = chosen ?? (expirationDate === undefined ? 'keep' : 'date');
	const change: LinkUpdate = {
		link: readLocator(item),
		expiration,
		expirationDate,
		status: item.optional('updateFields.status', zeroOrOne),
		comment: item.clearable('updateFields.comment', text({ max: SERVICE_LIMITS.comment })),
	};
	if (expiration === 'keep' && change.status === undefined && change.comment === undefined) {
		throw new ParameterRefusal(
			'updateFields',
			'"Update Fields" changes nothing',
			'Add a comment, a status or an expiration.',
		);
	}
	return change;
}
