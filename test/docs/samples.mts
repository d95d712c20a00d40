import { OUTPUTS } from '../schemas/outputs.mts';
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
	eventId: '70000000001:DELIVRD:2026-11-20 09:31:04',
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

/** Where a field of this name holds something else. */
const OF_ONE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	'Link.link.get': { status: 1 },
	'Link.link.getAll': { status: 1 },
	LinkTrigger: { status: 1, eventId: '400001:12' },
	'Message.message.getAll': { id: 70000000001, status: 'DELIVRD' },
	'Message.message.sendAndWait': { text: undefined },
	'Message.message.preview': { characters: 33 },
	'Message.deliveryReport.get': { id: 70000000001, status: 'DELIVRD' },
	MessageTrigger: { id: 70000000001, status: 'DELIVRD' },
};

/** Fields that an output has only at times, with when. */
const AT_TIMES: Readonly<Record<string, string>> = {
	deletedTs: 'of a link that is deleted',
	queued: 'true where the service put the call off',
	taskId: 'of a call that the service put off',
	deferredToTs: 'of a message that goes out later, in the zone of the account',
	deferredTo: 'the same, as ISO with its offset',
	recovered: 'true where the answer was lost and the message was found',
	skipped: 'true where its Send Once Key was sent before',
	deliveryReport: 'with Wait for Delivery',
	countryA2: 'with With Number Info',
	operatorName: 'with With Number Info',
};

/** Fields that are not there at times only in one output. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
	'Message.message.send': ['status'],
};

const isAtTimes = (choice: string, field: string): boolean =>
	Object.hasOwn(AT_TIMES, field) && !ALWAYS[choice]?.includes(field);

/**
 * What an operation puts out, as an example made from its output fields.
 *
 * @param choice node.resource.operation, or the name of a trigger
 * @throws Error for a field that has no example
 */
export function sample(choice: string): string {
	const properties = OUTPUTS[choice];
	if (!properties) throw new Error(`no output is known of ${choice}`);
	const example = exampleOf(choice, properties);
	const rest = Object.keys(properties)
		.filter((field) => isAtTimes(choice, field))
		.map((field) => `\`${field}\` (${AT_TIMES[field]})`);
	const also = rest.length > 0 ? `\n\nAt times also ${rest.join(', ')}.` : '';
	return `An item that comes out:\n\n\`\`\`json\n${JSON.stringify(example, null, '  ')}\n\`\`\`${also}`;
}

function exampleOf(choice: string, properties: Record<string, Schema>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(properties)
			.filter(([field]) => !isAtTimes(choice, field))
			.map(([field, schema]) => [
				field,
				'properties' in schema ? exampleOf(choice, schema.properties) : value(choice, field),
			]),
	);
}

function value(choice: string, field: string): unknown {
	const own = OF_ONE[choice];
	if (own && Object.hasOwn(own, field)) return own[field];
	if (Object.hasOwn(VALUES, field)) return VALUES[field];
	throw new Error(`no example of the field ${field}`);
}
