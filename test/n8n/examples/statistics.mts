import assert from 'node:assert/strict';
import { countCalls, type Example, type Scene } from './example.mts';

/** Runs after the short link was clicked twice; it is the most clicked link then. */
const scene: Scene = {
	check({ execution, service, calls }) {
		const listed = execution.items('List the most clicked links');
		const totals = execution.items('Totals of the last 90 days');
		const hours = execution.items('Only hours with clicks');

		assert.ok(listed.length >= 1 && listed.length <= 5, `${listed.length} links listed`);
		assert.equal(totals.length, listed.length, 'one total per link');
		totals.forEach((total, i) => {
			const link = service.store.link(String(total.linkId));
			assert.equal(total.linkId, listed[i].id);
			assert.equal(total.clicks, link?.clicks.length);
			assert.equal(total.redirects, link?.redirects.length);
		});
		assert.equal(totals[0].clicks, 2);

		const clicked = hours.filter(({ linkId }) => linkId === listed[0].id);
		const counted = clicked.reduce((sum, { clicks }) => sum + Number(clicks), 0);
		assert.equal(counted, 2, 'the hours add up to the clicks');
		// Five links fit into one call, and the workflow asks twice: for totals and for rows.
		assert.equal(countCalls(calls, 'Link/GetStats'), 2);
		return [
			...totals.map(({ linkId, clicks }) => `link ${linkId}: ${clicks} clicks`),
			...clicked.map(({ period, clicks }) => `  ${period}  ${clicks} clicks`),
		];
	},
};

export const statistics: Example = { file: 'link-statistics.json', scenes: [scene] };
