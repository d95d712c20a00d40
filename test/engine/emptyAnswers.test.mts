import { harness, locator } from './lib/harness.mts';

const h = harness();
const NOTHING = [null, [], '', true, {}, 'text'];

/** Code 0 with nothing in it: no value must be made of that. */
const answerWith = (method: string, data: unknown) =>
	h.service.faults.add({ method, times: Infinity, kind: { code: 0, data } });

test.each(NOTHING)('a link that comes back as %j is no link', async (data) => {
	answerWith('Link/Get', data);
	answerWith('Link/Create', data);
	const runs = [
		await h.link('link.get', { link: locator('id', 400001) }),
		await h.link('link.create', { fullLink: 'example.com' }),
	];
	expect(runs.map(({ error }) => error?.message)).toEqual([
		'The answer is not what this service sends',
		'The answer is not what this service sends',
	]);
	// One answer out of many may be empty: a read asks again, a write never does.
	const isBlank = !data || JSON.stringify(data).length === 2;
	expect(h.methods()).toEqual([...(isBlank ? ['Link/Get'] : []), 'Link/Get', 'Link/Create']);
});

test.each(NOTHING)('keep changes nothing where the date could not be read: %j', async (data) => {
	h.service.store.addLink({ expirationDate: '2026-12-31' });
	answerWith('Link/Get', data);
	const { error } = await h.link('link.update', {
		link: locator('id', 400001),
		updateFields: { comment: 'New' },
	});
	expect(error?.message).toBe('The answer is not what this service sends');
	expect(h.service.store.link(400001)).toMatchObject({
		expirationDate: '2026-12-31',
		comment: null,
	});
});
