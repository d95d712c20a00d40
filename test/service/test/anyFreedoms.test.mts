import fc from 'fast-check';
import { FREEDOM_VALUES } from '../index.mts';
import { someFreedoms } from '../freedoms/schema.mts';
import { SECOND, useService } from './harness.mts';

const api = useService({ keepAnswers: true });

/** Random values for a random part of the switches. */
const drawn = fc
	.record(
		Object.fromEntries(
			Object.entries(FREEDOM_VALUES).map(([name, values]) => [
				name,
				fc.constantFrom<unknown>(...values),
			]),
		),
		{ requiredKeys: [] },
	)
	.map((switches) => someFreedoms.parse(switches));

const CALLS: Array<[string, object]> = [
	['Message/SendSmsMessage', { recipient: '77010000000', text: 'Да, www.example.com' }],
	['Link/Create', { data: { fullLink: 'example.com', expirationDate: '2026-05-01' } }],
	['Link/Get', { id: 400001 }],
	['Link/Get', { code: '8kn5' }],
	['Link/Update', { id: 400001, data: { comment: 'c' } }],
	['Link/GetStats', { ids: [400002, 400001, 7], type: 'daily' }],
	['Link/GetLinks', { campaignId: 70000000001 }],
	['Link/List', { sort: { clickCnt: 'DESC' } }],
	['Link/Delete', { ids: [400001, 9] }],
	['Link/Get', { id: 400001 }],
	['Link/List', {}],
	['Message/GetSMSStatus', { ids: '70000000002,70000000004' }],
	['Message/List', { sort: { statusUpdateTs: 'ASC' } }],
	['Message/List', { criteria: { statusUpdateTsFrom: '2026-03-10 11:00:00' } }],
	['Message/List', { sort: { status: 'DESC', to: 'ASC' }, pagination: { currentPage: 1 } }],
];

/** All answers of one run under a set of freedoms. */
const play = async (freedoms: object, seed: number) => {
	api.service.reset();
	api.service.store.addMessages(30);
	for (let n = 0; n < 3; n++) api.service.store.addLink();
	api.service.setSeed(seed);
	api.service.setFreedoms(freedoms);
	const answers: unknown[] = [];
	for (const [method, params] of CALLS) {
		answers.push(await api.call(method, params));
		api.service.advance(2 * SECOND);
	}
	return answers;
};

describe('any set of freedoms', () => {
	it('leaves every answer an envelope, and repeats with its seed', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, fc.nat(), async (freedoms, seed) => {
				const first = await play(freedoms, seed);
				const kept = api.service.calls.map(({ code, answer }) => ({ code, data: answer }));
				expect(first).toMatchObject(kept);
				expect(await play(freedoms, seed)).toEqual(first);
			}),
			{ numRuns: 15, seed: 20260310 },
		);
	}, 60_000);
});
