import { fileOf, scenarioOf } from '../operations/index.mts';
import type { Schema } from '../schemas/schema.mts';

/** A value for each field of an output, by its name. */
const VALUES: Readonly<Record<string, unknown>> = {
	approved: true,
	campaignId: 90001,
	characters: 36,
	clickCnt: 12,
	clicks: 12,
	code: 'abcd',
	comment: 'spring-sale +77011234567',
	countryA2: 'KZ',
	createTs: '2026-11-20 09:30:00',
	deleted: true,
	deliveryReport: null,
	encoding: 'GSM-7',
	eventId: '70000000001:DELIVRD',
	expirationDate: '2026-12-31',
	final: true,
	from: 'MyShop',
	fullLink: 'https://example.com/spring-sale',
	id: 400001,
	linkId: 400001,
	messageId: 70000000001,
	moderatorStatus: 1,
	newClicks: 3,
	nonGsmCharacters: [],
	operatorName: 'Beeline',
	outcome: 'accepted',
	period: '2026-11-20',
	previousClickCnt: 9,
	previousStatus: 'ACCEPTD',
	recipient: '77011234567',
	redirectCnt: 12,
	redirects: 12,
	respondedAt: '2026-11-20T09:42:10.000+05:00',
	segments: 1,
	segNum: 1,
	shortLink: 'https://mbzn.co/abcd',
	startSendTs: '2026-11-20 09:30:58',
	status: 2,
	statusText: 'sent',
	statusUpdateTs: '2026-11-20 09:31:04',
	text: 'Your order 1234 has left our shop',
	to: '77011234567',
	updated: true,
};

/** Fields that an output has only at times, with when. */
const AT_TIMES: Readonly<Record<string, string>> = {
	country: 'or `campaign`, `day`, `operator`, `status`: what is grouped by',
	links: 'with Clicks',
	deletedTs: 'of a link that is deleted',
	queued: 'true where the service put the call off',
	taskId: 'of a call that the service put off',
	deferredToTs: 'of a message that goes out later, in the zone of the account',
	deferredTo: 'the same, as ISO with its offset',
	recovered: 'true where the answer was lost and the message was found',
	skipped: 'true where its Send Once Key was sent before, or Skip Recipients has the number',
	reason: '`optedOut` with Skip Recipients',
	deliveryReport: 'with Wait for Delivery',
	countryA2: 'with With Number Info',
	operatorName: 'with With Number Info',
};

/**
 * What an operation puts out, as an example made from its output fields, and what it has only at times.
 *
 * @param choice node.resource.operation, or the name of a trigger
 * @throws Error for an operation that is not known, and for fields without a value
 */
export function sample(choice: string): { json: string; also: string } {
	const { output, sample: own = {} } = scenarioOf(choice);
	const missing: string[] = [];
	const example = exampleOf(output, { ...VALUES, ...own }, missing);
	if (missing.length > 0)
		throw new Error(`${fileOf(choice)}: put values for ${missing.join(', ')} into its \`sample\``);
	const rest = Object.keys(output)
		.filter(isAtTimes)
		.map((field) => `\`${field}\` (${AT_TIMES[field]})`);
	return {
		json: `\`\`\`json\n${JSON.stringify(example, null, '  ')}\n\`\`\``,
		also: rest.length > 0 ? `Sometimes also ${rest.join(', ')}.` : '',
	};
}

const isAtTimes = (field: string): boolean => Object.hasOwn(AT_TIMES, field);

type Values = Readonly<Record<string, unknown>>;

/** @param missing takes the fields without a value */
function exampleOf(properties: Record<string, Schema>, values: Values, missing: string[]): Values {
	return Object.fromEntries(
		Object.entries(properties)
			.filter(([field]) => !isAtTimes(field))
			.map(([field, schema]) => {
				if ('properties' in schema) return [field, exampleOf(schema.properties, values, missing)];
				if (!Object.hasOwn(values, field)) missing.push(field);
				return [field, values[field]];
			}),
	);
}
