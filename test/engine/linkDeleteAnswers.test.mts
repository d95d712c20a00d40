import { byId, harness } from './lib/harness.mts';
import { scenarios, type Scenario } from './lib/scenario.mts';

const h = harness();

/** Deletes some of the links 400001 to 400003, with calls of these links. */
const remove = (numbers: number[], calls: number[][]): Scenario => ({
	account: () => h.addLinks(3),
	choice: 'link.delete',
	parameters: byId,
	items: numbers.map((n) => ({ id: 400000 + n })),
	wire: calls.map((call) => ['Link/Delete', { ids: call.map((n) => String(400000 + n)) }]),
});
const done = (n: number) => ({ deleted: true, id: 400000 + n });

scenarios(h, {
	'a batch that is refused for one link is asked for link by link': {
		...remove([1, 99, 3], [[1, 99, 3], [1], [99], [3]]),
		freedoms: { deleteUnknown: 'code2' },
		out: [done(1), 'The service has no such record (code 2)', done(3)],
		then: (store) => expect(store.links.size).toBe(1),
	},
	'a batch of which nothing was done, without a name, is asked for link by link': {
		...remove([1, 2], [[1, 2], [1], [2]]),
		faults: [{ kind: { code: 99, data: [] } }],
		out: [done(1), done(2)],
	},
});

describe('no link is said to be deleted', () => {
	const failed = Array(2).fill(expect.stringContaining('The service '));
	const given = { ...remove([1, 2], [[1, 2]]), out: failed };

	scenarios(h, {
		'where a part was done, and no link is named': {
			...given,
			faults: [{ kind: { code: 98, data: null } }],
		},
		'where code 0 names links that nobody asked for': {
			...given,
			faults: [{ kind: { code: 0, data: { notProcessed: ['5'] } } }],
		},
		'where code 0 names other links as deleted': {
			...given,
			faults: [{ kind: { code: 0, data: { processed: ['5'], notProcessed: [] } } }],
		},
	});
});
