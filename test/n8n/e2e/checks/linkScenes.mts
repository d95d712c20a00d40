import assert from 'node:assert/strict';
import { methodsOf, parametersOf } from '../lib/calls.mts';
import { chooseMode } from '../lib/locator.mts';
import { addLink, FULL_LINK, linkWith, shortLinkOf } from './links.mts';
import type { Scene } from './operation.mts';
import { statistics } from './statisticsScene.mts';

const create: Scene = {
	title: 'Link: Create',
	async fill(form) {
		await form.fill('fullLink', FULL_LINK);
		await form.add('additionalFields', 'Comment');
		await form.fill('comment', 'made in the editor');
		await form.add('additionalFields', 'Expiration Date');
		await form.date('expirationDate', '2031-05-31 00:00:00');
		await form.add('additionalFields', 'Status');
		await form.choose('status', 'Inactive');
	},
	check([row], calls, world) {
		const link = linkWith(world, 'made in the editor');
		assert.deepEqual(methodsOf(calls), ['Link/Create']);
		assert.equal(row.id, link.id);
		assert.equal(row.code, link.code);
		assert.equal(link.fullLink, FULL_LINK);
		assert.equal(link.expirationDate, '2031-05-31');
		assert.equal(link.status, 0);
	},
};

const deleteLink: Scene = {
	title: 'Link: Delete',
	prepare: (world) => void addLink(world, 'to be deleted'),
	async fill(_form, world) {
		await chooseMode(world.page, 'By ID', linkWith(world, 'to be deleted').id);
	},
	check([row], calls, { service }) {
		assert.deepEqual(methodsOf(calls), ['Link/Delete']);
		assert.equal(row.deleted, 'true');
		assert.equal(service.store.link(row.id), undefined);
	},
};

const get: Scene = {
	title: 'Link: Get',
	prepare: (world) => void addLink(world, 'to be read'),
	async fill(_form, world) {
		await chooseMode(world.page, 'By Code', linkWith(world, 'to be read').code);
	},
	check([row], calls, world) {
		assert.deepEqual(methodsOf(calls), ['Link/Get']);
		assert.equal(row.id, linkWith(world, 'to be read').id);
		assert.equal(row.fullLink, FULL_LINK);
	},
};

const getAll: Scene = {
	title: 'Link: Get Many',
	prepare: (world) => ['many 1', 'many 2', 'many 3'].forEach((comment) => addLink(world, comment)),
	async fill(form) {
		await form.fill('limit', '2');
		await form.add('filters', 'Query');
		await form.fill('query', 'many');
		await form.addTo('sort');
		await form.choose('field', 'Code');
		await form.choose('direction', 'Descending');
	},
	check(rows, [call]) {
		assert.deepEqual(
			rows.map(({ comment }) => comment),
			['many 3', 'many 2'],
		);
		assert.deepEqual(parametersOf(call).sort, { code: 'DESC' });
	},
};

const update: Scene = {
	title: 'Link: Update',
	prepare: (world) => void addLink(world, 'to be updated', { expirationDate: '2032-01-31' }),
	async fill(form, world) {
		await chooseMode(world.page, 'By URL', shortLinkOf(world, 'to be updated'));
		await form.add('updateFields', 'Comment');
		await form.fill('comment', 'was updated');
	},
	check([row], _calls, world) {
		const link = linkWith(world, 'was updated');
		assert.equal(row.updated, 'true');
		assert.equal(link.expirationDate, '2032-01-31', 'the date was kept');
	},
};

const getLinks: Scene = {
	title: 'Campaign: Get Links',
	prepare(world) {
		const { campaignId } = world.service.store.addMessage();
		addLink(world, 'of a campaign', { campaignId });
	},
	fill: (form, world) =>
		form.fill('campaignId', String(linkWith(world, 'of a campaign').campaignId)),
	check([row], calls, world) {
		assert.deepEqual(methodsOf(calls), ['Link/GetLinks']);
		assert.equal(row.id, linkWith(world, 'of a campaign').id);
	},
};

export const LINK_SCENES = [create, deleteLink, get, getAll, update, getLinks, statistics];
