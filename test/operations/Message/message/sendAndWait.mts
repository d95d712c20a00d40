import { nullable, object } from '../../../schemas/schema.mts';
import { always } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Send SMS and wait for response',
	saved: [
		'recipient',
		'message',
		'responseType',
		...['approvalType', 'approveLabel', 'disapproveLabel'].map(
			(name) => `approvalOptions.values.${name}`,
		),
		...['allowedCountries', 'askForCode', 'defaultCountry', 'from', 'language', 'maxSegments'].map(
			(name) => `options.${name}`,
		),
		...['answered', 'closed', 'code', 'inSms', 'send', 'thanks', 'wrongCode'].map(
			(name) => `options.pageTexts.values.${name}`,
		),
		...['limitType', 'resumeAmount', 'resumeUnit', 'maxDateAndTime'].map(
			(name) => `options.limitWaitTime.values.${name}`,
		),
	],
	values: { 'options.language': ['de', 'en', 'kk', 'pt', 'ru', 'uk', 'uz'] },
	output: {
		data: object({
			approved: always('boolean'),
			text: always('string'),
			respondedAt: nullable('string'),
		}),
	},
	sample: { text: undefined },
	mistakes: {
		'n8n runs on localhost: no phone can open the page, so nothing is sent':
			"set n8n's `WEBHOOK_URL` to an address on the internet",
		'`{{ $json.approved }}`, or no answer taken for a no':
			'ask for `{{ $json.data?.approved === true }}`; without an answer in time `data` has none',
		'Several people in one run': 'put a Loop Over Items node with a batch size of 1 before it',
	},
};
