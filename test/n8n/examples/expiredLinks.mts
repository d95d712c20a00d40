import assert from 'node:assert/strict';
import { countCalls, type Example, type Scene } from './example.mts';

const day = (days: number): string =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const EXPIRED = ['long-ago-1', 'long-ago-2'];
const OTHERS: Array<[comment: string, expirationDate: string | null]> = [
	['last-week', day(-7)],
	['next-week', day(7)],
	['for-ever', null],
];

const scene: Scene = {
	prepare({ store }) {
		for (const comment of EXPIRED) store.addLink({ comment, expirationDate: day(-40) });
		for (const [comment, expirationDate] of OTHERS) store.addLink({ comment, expirationDate });
	},
	check({ execution, service, calls }) {
		const deleted = execution.items('Delete the link');
		assert.equal(deleted.length, EXPIRED.length);
		assert.equal(countCalls(calls, 'Link/Delete'), 1);
		assert.deepEqual(execution.items('Not deleted'), []);
		const left = [...service.store.links.all()].map(({ comment }) => comment);
		for (const comment of EXPIRED) assert.ok(!left.includes(comment), `${comment} is gone`);
		for (const [comment] of OTHERS) assert.ok(left.includes(comment), `${comment} is left`);
		return [`${deleted.length} links deleted in one call, ${left.length} left`];
	},
};

export const expiredLinks: Example = { file: 'delete-expired-links.json', scenes: [scene] };
