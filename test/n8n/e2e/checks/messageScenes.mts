import assert from 'node:assert/strict';
import { asSchema } from '../lib/output.mts';
import { parametersOf } from '../lib/world.mts';
import type { Scenes } from './operation.mts';

const TEXT = 'Order #1001 is on its way: 2 shirts & 1 hat + a gift. 10% off the next one?';
const IDS = ['70000900001', '70000900002'];
const CAMPAIGN = '90001';

export const MESSAGE_SCENES: Scenes = {
	'Message: Send': {
		async fill(form) {
			await form.fill('recipient', '+7 701 123 45 67');
			await form.fill('text', TEXT);
			await form.add('additionalFields', 'Campaign Name');
			await form.fill('campaignName', 'Orders');
			await form.fill('from', 'Shop');
			await form.add('additionalFields', 'Validity (Minutes)');
			await form.fill('validity', '120');
		},
		methods: ['Message/SendSmsMessage'],
		check([row], { service }, [call]) {
			const { to, text, from } = service.store.message(row.messageId) ?? {};
			assert.deepEqual([to, text, from], ['77011234567', TEXT, 'Shop']);
			assert.deepEqual(parametersOf(call).params, { name: 'Orders', validity: '120' });
			assert.equal(row.recipient, '77011234567');
			assert.equal(row.statusText, 'sent');
			assert.equal(row.segments, '1');
		},
		picture: (world) => asSchema(world.page, () => world.picture('send')),
	},
	'Message: Preview': {
		async fill(form) {
			await form.fill('recipient', '8 (701) 123-45-67');
			await form.fill('text', 'Сәлем! '.repeat(20));
		},
		methods: [],
		check([row]) {
			assert.equal(row.recipient, '77011234567');
			assert.equal(row.encoding, 'UCS-2');
			assert.equal(row.segments, '3');
		},
	},
	'Message: Get Many': {
		prepare: ({ service }) => service.store.addMessages(3, { to: '77015550055' }),
		async fill(form) {
			await form.switch('returnAll');
			await form.add('filters', 'To');
			await form.fill('to', '5550055');
			await form.add('filters', 'Status');
			await form.choose('status', 'Delivered (DELIVRD)');
			await form.add('options', 'With Number Info');
			await form.switch('withNumberInfo');
		},
		check(rows, _world, [call]) {
			assert.equal(rows.length, 3);
			assert.ok(rows.every(({ to, final }) => to === '77015550055' && final === 'true'));
			assert.ok(rows.every(({ countryA2 }) => countryA2 === 'KZ'));
			assert.equal(parametersOf(call).withNumberInfo, '1');
		},
	},
	'Delivery Report: Get': {
		prepare: ({ service }) => IDS.forEach((id) => service.store.addMessage({ id })),
		async fill(form) {
			await form.fill('messageIds', [...IDS, '70000999999'].join(', '));
			await form.add('options');
			await form.choose('missing', 'Leave Out');
		},
		methods: ['Message/GetSMSStatus'],
		check(rows) {
			assert.deepEqual(
				rows.map(({ id }) => id),
				IDS,
			);
			assert.ok(rows.every(({ status }) => status === 'DELIVRD'));
		},
	},
	'Delivery Report: Summarize': {
		prepare({ service: { store } }) {
			// It may be tried again.
			if (store.campaigns.get(CAMPAIGN)) return;
			store.campaigns.add({ id: CAMPAIGN, name: 'Spring', createTs: store.clock.now() });
			store.addMessages(40, (n) => ({
				campaignId: CAMPAIGN,
				status: n < 34 ? 'DELIVRD' : n < 38 ? 'UNDELIV' : 'NEW',
			}));
		},
		async fill(form) {
			await form.choose('source', 'Filters');
			await form.add('filters', 'Campaign IDs');
			await form.fill('campaignIds', CAMPAIGN);
			await form.choose('groupBy', 'Status');
		},
		chosen: { source: 'filters' },
		methods: ['Message/List'],
		check(rows) {
			assert.deepEqual(
				rows.map(({ status, messages, deliveryRate }) => [status, messages, deliveryRate]),
				[
					['DELIVRD', '34', '1'],
					['NEW', '2', '0'],
					['UNDELIV', '4', '0'],
				],
			);
		},
		picture: (world) => world.picture('summary'),
	},
};
