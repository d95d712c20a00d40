import assert from 'node:assert/strict';
import type { NewLink } from '../../../service/index.mts';
import { parametersOf, type World } from '../lib/world.mts';
import type { Scenes } from './operation.mts';

/** Where links of the checks lead. */
const FULL_LINK = 'https://example.com/spring?a=1&b=2';
const DAY_MS = 24 * 3_600_000;
/** Clicks of the last days, today first. */
const CLICKS = [3, 12, 7, 18, 5];

/** Adds a link that is alone with its comment. */
const addLink = ({ service }: World, comment: string, more: NewLink = {}) =>
	service.store.addLink({ fullLink: FULL_LINK, comment, ...more });

/** The link with this comment; throws when there is none. */
const linkWith = ({ service }: World, comment: string) => {
	const found = [...service.store.links.all()].find((link) => link.comment === comment);
	assert.ok(found, `no link with the comment ${comment}`);
	return found;
};

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
		check([row], world) {
			const { id, code, fullLink, expirationDate, status } = linkWith(world, 'made in the editor');
			assert.deepEqual([row.id, row.code], [id, code]);
			assert.deepEqual([fullLink, expirationDate, status], [FULL_LINK, '2031-05-31', 0]);
		},
	},
	'Link: Delete': {
		prepare: (world) => void addLink(world, 'to be deleted'),
		fill: (form, world) => form.locate('By ID', linkWith(world, 'to be deleted').id),
		methods: ['Link/Delete'],
		check([row], { service }) {
			assert.equal(row.deleted, 'true');
			assert.equal(service.store.link(row.id), undefined);
		},
	},
	'Link: Get': {
		prepare: (world) => void addLink(world, 'to be read'),
		fill: (form, world) => form.locate('By Code', linkWith(world, 'to be read').code),
		methods: ['Link/Get'],
		check([row], world) {
			assert.equal(row.id, linkWith(world, 'to be read').id);
			assert.equal(row.fullLink, FULL_LINK);
		},
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
		check(rows, _world, [call]) {
			assert.deepEqual(
				rows.map(({ comment }) => comment),
				['many 3', 'many 2'],
			);
			assert.deepEqual(parametersOf(call).sort, { code: 'DESC' });
		},
	},
	'Link: Update': {
		prepare: (world) => void addLink(world, 'to be updated', { expirationDate: '2032-01-31' }),
		async fill(form, world) {
			const { code } = linkWith(world, 'to be updated');
			await form.locate('By URL', world.service.store.shortLink(code));
			await form.add('updateFields', 'Comment');
			await form.fill('comment', 'was updated');
		},
		check([row], world) {
			assert.equal(row.updated, 'true');
			const { expirationDate } = linkWith(world, 'was updated');
			assert.equal(expirationDate, '2032-01-31', 'the date was kept');
		},
	},
	'Campaign: Get Links': {
		prepare(world) {
			const { campaignId } = world.service.store.addMessage();
			addLink(world, 'of a campaign', { campaignId });
		},
		fill: (form, world) =>
			form.fill('campaignId', String(linkWith(world, 'of a campaign').campaignId)),
		methods: ['Link/GetLinks'],
		check([row], world) {
			assert.equal(row.id, linkWith(world, 'of a campaign').id);
		},
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
			await form.locate('By Code', linkWith(world, 'clicked').code);
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
			assert.equal(rows[0].linkId, linkWith(world, 'clicked').id);
		},
		picture: (world) => world.picture('statistics'),
	},
};
