import { nullable, object } from '../../../schemas/schema.mts';
import { SEND, to } from '../../../sending/lib/people.mts';
import { always, deliveryReport, inside } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

const inTwoHours = () => new Date(Date.now() + 7_200_000).toISOString();
const QUEUED = { status: 200, body: '{"code":100,"data":"812","message":""}' };

export const scenario: Scenario = {
	action: 'Send SMS',
	saved: [
		'recipient',
		'text',
		...inside('additionalFields', 'from', 'campaignName', 'deferredToTs', 'shortenLinks'),
		...inside('additionalFields', 'validity', 'defaultCountry'),
		...inside('options', 'maxConcurrent', 'interval', 'dryRun', 'waitForDelivery'),
		...inside('options', 'sendOnceKey', 'sendOncePer', 'ifSeen', 'skipRecipients'),
		...inside('options', 'maxSegments', 'maxMessages', 'maxTotalSegments', 'smartEncoding'),
		...inside('options', 'maxPerDay', 'maxPerRecipientPerDay', 'allowedCountries'),
		...inside('options', 'includeInput', 'output'),
		...inside('options.allowedHours.values', 'from', 'to', 'days', 'timezone'),
	],
	values: {
		'options.ifSeen': ['error', 'skip'],
		'options.sendOncePer': ['key', 'recipient'],
		'options.output': ['items', 'summary'],
		'options.allowedHours.values.days': ['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'],
	},
	defaults: {
		'additionalFields.shortenLinks': false,
		'options.maxConcurrent': 0,
		// Without it a longer text is refused: to add it must not take the limit away.
		'options.maxSegments': 10,
		// Who adds it and executes at once must not send.
		'options.dryRun': true,
		'options.interval': 0,
		'options.ifSeen': 'skip',
		'options.sendOncePer': 'key',
		'options.output': 'items',
		'options.includeInput': false,
		'options.smartEncoding': false,
		'options.allowedHours.values.timezone': '',
		'options.waitForDelivery': 0,
	},
	output: {
		recipient: always('string'),
		outcome: always('string'),
		segments: always('integer'),
		messageId: nullable('integer'),
		campaignId: nullable('integer'),
		status: nullable('integer'),
		statusText: nullable('string'),
		deferredToTs: always('string'),
		deferredTo: always('string'),
		taskId: nullable('string'),
		recovered: always('boolean'),
		skipped: always('boolean'),
		reason: always('string'),
		// Null until there is one; the editor shows the fields only of what is never null.
		deliveryReport: object(deliveryReport),
	},
	mistakes: {
		'One key for all, such as `spring-sale`: only the first person gets the SMS':
			'choose **Send Once Per** Key and Recipient. A number in the key, as `spring-sale {{ $json.phone }}`, is another one in another spelling',
		'One curly quote or emoji: a segment holds 70 characters in place of 160':
			'turn on **Smart Encoding**, which replaces quotes, set **Max Segments**, or use Preview',
	},
	instead: [
		{
			choice: 'Dry Run',
			columns: [
				...['recipient', 'outcome', 'segments', 'text', 'encoding', 'deferredToTs', 'deferredTo'],
				...['dryRun', 'characters', 'nonGsmCharacters', 'from', 'params'],
			],
			run: async (_, s) => {
				const additionalFields = { from: 'MyShop', deferredToTs: inTwoHours() };
				const items = [{ to: to(0), text: 'Hello' }];
				return await s.send(items, { dryRun: true }, { additionalFields });
			},
		},
		{
			choice: 'Output = Summary',
			columns: [
				...['messages', 'accepted', 'skipped', 'queued', 'deferred', 'refused', 'unknown'],
				...['notSent', 'segments', 'dryRun', 'problems'],
			],
			run: async (_, s) =>
				await s.send([{ to: to(0), text: 'Hello' }], { dryRun: true, output: 'summary' }),
		},
	],
	run: async (_, s) => {
		await s.acquaint();
		s.service.faults.add({ method: SEND, kind: { drop: 'after' } });
		const keyed = [{ to: to(1), text: 'Hello', key: 'k' }];
		const lost = await s.send([{ to: to(0), text: 'Hello' }], { waitForDelivery: 3 });
		await s.send(keyed, { sendOnceKey: 'k' });
		const skipped = await s.send(keyed, { sendOnceKey: 'k' });
		const later = { deferredToTs: inTwoHours() };
		const deferred = await s.send([keyed[0]], {}, { additionalFields: later });
		const optedOut = await s.send([{ to: to(3), text: 'Hello' }], { skipRecipients: to(3) });
		s.service.faults.add({ method: SEND, kind: QUEUED });
		const queued = await s.send([{ to: to(2), text: 'Hello' }]);
		return { main: [lost, skipped, optedOut, deferred, queued].flatMap(({ main }) => main) };
	},
};
