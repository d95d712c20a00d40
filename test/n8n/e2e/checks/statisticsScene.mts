import assert from 'node:assert/strict';
import { methodsOf } from '../lib/calls.mts';
import { chooseMode } from '../lib/locator.mts';
import { addLink, linkWith } from './links.mts';
import type { Scene } from './operation.mts';

const DAY_MS = 24 * 3_600_000;
/** Clicks of the last days, today first. */
const CLICKS = [3, 12, 7, 18, 5];

/** Statistics of a link that was clicked on five days. */
export const statistics: Scene = {
	title: 'Statistic: Get',
	prepare(world) {
		const { code } = addLink(world, 'clicked');
		CLICKS.forEach((count, day) => {
			const at = world.service.now() - day * DAY_MS;
			for (let click = 0; click < count; click++) world.service.store.click(code, at);
		});
	},
	async fill(form, world) {
		await chooseMode(world.page, 'By Code', linkWith(world, 'clicked').code);
		// A day more than there are clicks: n8n's zone may begin its days later than UTC.
		const since = new Date(world.service.now() - 5 * DAY_MS).toISOString().slice(0, 10);
		const until = new Date(world.service.now() + DAY_MS).toISOString().slice(0, 10);
		await form.date('dateFrom', `${since} 00:00:00`);
		await form.date('dateTo', `${until} 00:00:00`);
		await form.choose('type', 'Daily');
		await form.choose('output', 'Rows');
	},
	check(rows, calls, world) {
		assert.deepEqual(methodsOf(calls), ['Link/Get', 'Link/GetStats']);
		const clicks = rows.map((row) => Number(row.clicks)).filter((count) => count > 0);
		assert.deepEqual(clicks, [...CLICKS].reverse());
		assert.equal(rows[0].linkId, linkWith(world, 'clicked').id);
	},
	picture: (world) => world.picture('statistics'),
};
