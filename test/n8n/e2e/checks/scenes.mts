import assert from 'node:assert/strict';
import type { NewLink } from '../../../service/index.mts';
import { checkRows, only } from '../../examples/stage.mts';
import type { World } from '../lib/world.mts';
import type { Scenes } from './operation.mts';
import { asSchema } from '../lib/output.mts';

const FULL_LINK = 'https://example.com/spring?a=1&b=2';
const DAY_MS = 24 * 3_600_000;
/** Clicks of the last days, today first. */
const CLICKS = [3, 12, 7, 18, 5];

const addLink = ({ service }: World, comment: string, more: NewLink = {}) =>
	service.store.addLink({ fullLink: FULL_LINK, comment, ...more });

const theLink = ({ service }: World) => only([...service.store.links.all()], 'link');

export const LINK_SCENES: Scenes = {
	'Link: Create': {
		async fill(form) {
			await form.fill('fullLink', FULL_LINK);
			await form.add('additionalFields', 'Comment');
			await form.fill('comment', 'made in the editor');
			await form.add('additionalFields', 'Expiration Date');
			await form.date('expirationDate', '2031-05-31 00:00:00');
			await form.add('additionalFields', 'Status');
			await form.choose('status', 'Inactive');
		},
		methods: ['Link/Create'],
		sent: {
			data: {
				...{ fullLink: FULL_LINK, comment: 'made in the editor' },
				...{ expirationDate: '2031-05-31', status: '0' },
			},
		},
		check: ([row], world) => assert.equal(row.id, theLink(world).id),
	},
	'Link: Delete': {
		prepare: (world) => void addLink(world, 'to be deleted'),
		fill: (form, world) => form.locate('By ID', theLink(world).id),
		methods: ['Link/Delete'],
		rows: [{ deleted: 'true' }],
	},
	'Link: Get': {
		prepare: (world) => void addLink(world, 'to be read'),
		fill: (form, world) => form.locate('By Code', theLink(world).code),
		methods: ['Link/Get'],
		rows: [{ comment: 'to be read', fullLink: FULL_LINK }],
	},
	'Link: Get Many': {
		prepare: (world) => ['many 1', 'many 2', 'many 3'].forEach((each) => addLink(world, each)),
		async fill(form) {
			await form.fill('limit', '2');
			await form.add('filters', 'Query');
			await form.fill('query', 'many');
			await form.addTo('sort');
			await form.choose('field', 'Code');
			await form.choose('direction', 'Descending');
		},
		sent: { sort: { code: 'DESC' } },
		rows: [{ comment: 'many 3' }, { comment: 'many 2' }],
	},
	'Link: Update': {
		prepare: (world) => void addLink(world, 'to be updated', { expirationDate: '2032-01-31' }),
		async fill(form, world) {
			const { code } = theLink(world);
			await form.locate('By URL', world.service.store.shortLink(code));
			await form.add('updateFields', 'Comment');
			await form.fill('comment', 'was updated');
		},
		check(_rows, world) {
			const kept = { comment: 'was updated', expirationDate: '2032-01-31' };
			checkRows([theLink(world)], [kept], 'link');
		},
	},
	'Campaign: Get Links': {
		prepare(world) {
			const { campaignId } = world.service.store.addMessage();
			addLink(world, 'of a campaign', { campaignId });
		},
		fill: (form, world) => form.fill('campaignId', String(theLink(world).campaignId)),
		methods: ['Link/GetLinks'],
		rows: [{ comment: 'of a campaign' }],
	},
	'Statistic: Get': {
		prepare(world) {
			const { code } = addLink(world, 'clicked');
			CLICKS.forEach((count, day) => {
				const at = world.service.now() - day * DAY_MS;
				for (let click = 0; click < count; click++) world.service.store.click(code, at);
			});
		},
		async fill(form, world) {
			await form.locate('By Code', theLink(world).code);
			// A day more than there are clicks: n8n's zone may begin its days later than UTC.
			const since = new Date(world.service.now() - 5 * DAY_MS).toISOString().slice(0, 10);
			const until = new Date(world.service.now() + DAY_MS).toISOString().slice(0, 10);
			await form.date('dateFrom', `${since} 00:00:00`);
			await form.date('dateTo', `${until} 00:00:00`);
			await form.choose('type', 'Daily');
			await form.choose('output', 'Rows');
		},
		methods: ['Link/Get', 'Link/GetStats'],
		check(rows, world) {
			const clicks = rows.map((row) => Number(row.clicks)).filter((count) => count > 0);
			assert.deepEqual(clicks, [...CLICKS].reverse());
			assert.equal(rows[0].linkId, theLink(world).id);
		},
		picture: (world) => world.picture('statistics'),
	},
};

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
		sent: { text: TEXT, from: 'Shop', params: { name: 'Orders', validity: '120' } },
		rows: [{ recipient: '77011234567', statusText: 'sent', segments: '1' }],
		picture: (world) => asSchema(world.page, () => world.picture('send')),
	},
	'Message: Preview': {
		async fill(form) {
			await form.fill('recipient', '8 (701) 123-45-67');
			await form.fill('text', 'Сәлем! '.repeat(20));
		},
		methods: [],
		rows: [{ recipient: '77011234567', encoding: 'UCS-2', segments: '3' }],
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
		sent: { withNumberInfo: '1' },
		rows: Array(3).fill({ to: '77015550055', final: 'true', countryA2: 'KZ' }),
	},
	'Delivery Report: Get': {
		prepare: ({ service }) => IDS.forEach((id) => service.store.addMessage({ id })),
		async fill(form) {
			await form.fill('messageIds', [...IDS, '70000999999'].join(', '));
			await form.add('options');
			await form.choose('missing', 'Leave Out');
		},
		methods: ['Message/GetSMSStatus'],
		rows: IDS.map((id) => ({ id, status: 'DELIVRD' })),
	},
	'Delivery Report: Summarize': {
		prepare({ service: { store } }) {
			store.campaigns.add({ id: CAMPAIGN, createTs: store.clock.now() });
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
		methods: ['Message/List'],
		rows: [
			{ status: 'DELIVRD', messages: '34', deliveryRate: '1' },
			{ status: 'NEW', messages: '2', deliveryRate: '0' },
			{ status: 'UNDELIV', messages: '4', deliveryRate: '0' },
		],
		picture: (world) => world.picture('summary'),
	},
};
