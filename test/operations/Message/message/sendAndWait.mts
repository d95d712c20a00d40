import { nullable, object } from '../../../schemas/schema.mts';
import { always, inside } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Send SMS and wait for response',
	saved: [
		'recipient',
		'message',
		'responseType',
		...inside('approvalOptions.values', 'approvalType', 'approveLabel', 'disapproveLabel'),
		...inside('options', 'allowedCountries', 'askForCode', 'defaultCountry'),
		...inside('options', 'from', 'language', 'maxSegments'),
		...inside('options.pageTexts.values', 'answered', 'closed', 'code', 'inSms'),
		...inside('options.pageTexts.values', 'send', 'thanks', 'wrongCode'),
		...inside('options.limitWaitTime.values', 'limitType', 'maxDateAndTime'),
		...inside('options.limitWaitTime.values', 'resumeAmount', 'resumeUnit'),
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
	mistakes: { '`{{ $json.approved }}`': 'ask for `{{ $json.data?.approved === true }}`' },
};
