import assert from 'node:assert/strict';
import { countCalls, only, type Play } from './stage.mts';

/** Statistics, after the short link was clicked twice; it is the most clicked link then. */
export const checkStatistics: Play = async (stage) => {
	const { execution, calls } = await stage.play();
	const listed = execution.items('List the most clicked links');
	const totals = execution.items('Totals of the last 90 days');
	const hours = execution.items('Only hours with clicks');

	assert.ok(listed.length >= 1 && listed.length <= 5, `${listed.length} links listed`);
	assert.deepEqual(
		totals.map(({ linkId, clicks, redirects }) => ({ linkId, clicks, redirects })),
		listed.map(({ id }) => {
			const link = stage.service.store.link(String(id));
			return { linkId: id, clicks: link?.clicks.length, redirects: link?.redirects.length };
		}),
	);
	assert.equal(totals[0].clicks, 2);

	const clicked = hours.filter(({ linkId }) => linkId === listed[0].id);
	const counted = clicked.reduce((sum, { clicks }) => sum + Number(clicks), 0);
	assert.equal(counted, 2, 'the hours add up to the clicks');
	// Five links fit into one call, and the workflow asks twice: for totals and for rows.
	assert.equal(countCalls(calls, 'Link/GetStats'), 2);
};

/** The report has a line for each of the most clicked links. */
export const checkWeeklyReport: Play = async (stage) => {
	const { execution } = await stage.play();
	const listed = execution.items('The most clicked links');
	const { lines } = only(execution.items('One report'), 'report');
	assert.ok(Array.isArray(lines));
	const clicks = (id: unknown) => stage.service.store.link(String(id))?.clicks.length;
	assert.deepEqual(
		lines.map((line) => String(line).replace(/ .*: /, ': ')),
		listed.map(({ id, shortLink }) => `${shortLink}: ${clicks(id)} clicks`),
	);
};

/** Of a campaign's links the clicked one is switched off, the other one deleted. */
export const checkCleanUp: Play = async (stage) => {
	const { store } = stage.service;
	const clicked = store.addLink({ comment: 'spring-sale', expirationDate: '2031-05-31' });
	store.click(clicked.code);
	store.addLink({ comment: 'spring-sale' });
	store.addLink({ comment: 'summer-sale' });
	const { execution } = await stage.play();
	const listed = execution.items('List the links of the campaign');
	assert.equal(listed.length, 2, 'links found by the comment');

	const byComment = (start: string) =>
		stage.links.filter(({ comment }) => comment?.startsWith(start));
	const updated = only(execution.items('Switch the link off'), 'updated link');
	assert.equal(updated.updated, true);
	const left = only(byComment('spring-sale'), 'link left of the campaign');
	assert.equal(String(updated.id), left.id);
	assert.equal(left.status, 0);
	assert.equal(left.comment, 'spring-sale (closed)');
	assert.equal(left.expirationDate, '2031-05-31', 'the expiration date was kept');

	const deleted = only(execution.items('Delete the link'), 'deleted link');
	assert.equal(deleted.deleted, true);
	assert.equal(store.link(String(deleted.id)), undefined);
	assert.equal(byComment('summer-sale').length, 1, 'other links are left alone');
};

/** Links that expired long ago are deleted in one call, and no others. */
export const checkExpiredLinks: Play = async (stage) => {
	const day = (days: number): string =>
		new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const expired = { 'long-ago-1': day(-40), 'long-ago-2': day(-40) };
	const others = { 'last-week': day(-7), 'next-week': day(7), 'for-ever': null };
	for (const [comment, expirationDate] of Object.entries({ ...expired, ...others })) {
		stage.service.store.addLink({ comment, expirationDate });
	}
	const { execution, calls } = await stage.play();
	const deleted = execution.items('Delete the link');
	assert.equal(deleted.length, 2);
	assert.equal(countCalls(calls, 'Link/Delete'), 1);
	assert.deepEqual(execution.items('Not deleted'), []);
	const left = stage.links.map(({ comment }) => comment ?? '');
	for (const comment of Object.keys(expired)) assert.ok(!left.includes(comment), comment);
	for (const comment of Object.keys(others)) assert.ok(left.includes(comment), comment);
};
