import fc from 'fast-check';
import { FREEDOM_VALUES } from '../index.mts';
import { CALLS, oneByOne, SECOND, useService } from './harness.mts';

const api = useService();

const choices = Object.entries(FREEDOM_VALUES).map(([name, values]) => [
	name,
	fc.constantFrom(...values),
]);
/** Random values for a random part of the switches. */
const drawn = fc.record(Object.fromEntries(choices), { requiredKeys: [] });

const MORE: typeof CALLS = [
	['Link/Get', { id: 400001 }],
	['Link/Get', { code: '8kn5' }],
	['Link/List', {}],
	['Message/List', { criteria: { statusUpdateTsFrom: '2026-03-10 11:00:00' } }],
	['Message/List', { sort: { status: 'DESC', to: 'ASC' }, pagination: { currentPage: 1 } }],
];

/** All answers of one run under a set of freedoms. */
const play = (freedoms: object, seed: number) => {
	api.service.reset();
	api.store.addMessages(30);
	for (let n = 0; n < 3; n++) api.store.addLink();
	api.service.setSeed(seed);
	api.service.setFreedoms(freedoms);
	return oneByOne([...CALLS, ...MORE], ([method, params]) => {
		api.service.advance(2 * SECOND);
		return api.call(method, params);
	});
};

it('any set of freedoms leaves every answer an envelope, and repeats with its seed', async () => {
	await fc.assert(
		fc.asyncProperty(drawn, fc.nat(), async (freedoms, seed) => {
			const first = await play(freedoms, seed);
			expect(first).toMatchObject(api.service.calls.map(({ code }) => ({ code })));
			expect(await play(freedoms, seed)).toEqual(first);
		}),
		{ numRuns: 15, seed: 20260310 },
	);
});
