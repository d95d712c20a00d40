import type { INodeProperties } from 'n8n-workflow';

import { allowedCountriesField } from '../send/allowedCountries';
import { ask, MAX_SEGMENTS, readQuestion } from '../approval/ask';
import { languageOption, pageTextField, pageTextsOption } from '../approval/languages';
import { limitWaitTimeOption } from '../approval/waitLimit';
import { recipientField, senderField } from '../fields';
import { defaultCountryField } from '../sms/countries';
import { optionsCollection } from '../../shared/fields/list';
import { operation } from '../../shared/operation/definition';

const properties: INodeProperties[] = [
	recipientField,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. Refund 120 EUR to Ann for order 1234?',
		description:
			'The question. The SMS has it with a short link; the page behind the link shows it with the buttons.',
	},
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		options: [
			{ name: 'Approval', value: 'approval', description: 'The person presses a button' },
			{ name: 'Free Text', value: 'freeText', description: 'The person writes an answer' },
		],
		description: 'How the person answers on the page behind the short link',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		description: 'Which buttons the page has, and what they say',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Type of Approval',
						name: 'approvalType',
						type: 'options',
						default: 'single',
						options: [
							{ name: 'Approve Only', value: 'single' },
							{ name: 'Approve and Disapprove', value: 'double' },
						],
						description: 'Whether the page has a second button to decline',
					},
					pageTextField('Approve Button Label', 'approve'),
					{
						...pageTextField('Disapprove Button Label', 'decline'),
						displayOptions: { show: { approvalType: ['double'] } },
					},
				],
			},
		],
	},
	optionsCollection([
		allowedCountriesField,
		{
			displayName: 'Ask for Code',
			name: 'askForCode',
			type: 'boolean',
			default: false,
			description:
				'Whether the SMS has a code of 4 digits that the page asks for, so that the link alone is not enough to answer. Three wrong codes close the question.',
		},
		defaultCountryField,
		languageOption,
		limitWaitTimeOption,
		{
			displayName: 'Max Segments',
			name: 'maxSegments',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: MAX_SEGMENTS,
			description: `A question that takes more segments than this, its link included, is refused before it is sent. Each segment is billed. 0 means no limit; without this option it is ${MAX_SEGMENTS}.`,
		},
		pageTextsOption,
		senderField,
	]),
];

/** n8n knows the operation by its value, and offers the node as human review for AI agents. */
export const sendAndWait = operation({
	resource: 'message',
	operation: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send SMS and wait for response',
	description:
		'Ask a person by SMS (billed) and wait for the answer, which is given on a web page behind a short link',
	counted: 'questions sent',
	sends: true,
	properties,
	read: readQuestion,
	run: ask,
});
