import type { Freedoms } from '../service/index.mts';
import { harness } from './lib/harness.mts';

const h = harness();

const add = (count: number) => {
	for (let n = 0; n < count; n++) h.service.store.addLink({ code: `c${1000 + n}` });
};

const readAll = async (freedoms: Partial<Freedoms>, parameters: object = {}) => {
	h.service.setFreedoms(freedoms);
	const { main, error } = await h.link('link.getAll', { returnAll: true, ...parameters });
	return error ? error.message : main.map(({ json }) => json.id).sort();
};

const all = (count: number) => Array.from({ length: count }, (_, n) => 400001 + n);

test.each([
	[{ listForm: 'wrapped' }],
	[{ listForm: 'itemsKeyed' }],
	[{ listForm: 'bare' }],
	[{ listForm: 'keyed' }],
	[{ totalForm: 'absent' }],
	[{ totalForm: 'text' }],
	[{ totalOff: -3 }],
	[{ totalOff: 2 }],
	[{ totalOff: 30 }],
	[{ totalAlternatesBy: 3 }],
	[{ totalAlternatesBy: -2 }],
	[{ unsortedOrder: 'any' }],
	[{ idForm: 'spaced' }],
	[{ oddReads: 0.5, oddReadsAre: 'empty' }],
	[{ oddReads: 0.5, oddReadsAre: 'noItems' }],
] satisfies Array<[Partial<Freedoms>]>)(
	'a list of 103 and of 230 links is whole with %j',
	async (freedoms) => {
		add(103);
		expect(await readAll(freedoms)).toEqual(all(103));
		add(0);
		for (let n = 103; n < 230; n++) h.service.store.addLink({ code: `c${1000 + n}` });
		const calls = h.service.calls.length;
		expect(await readAll(freedoms)).toEqual(all(230));
		expect(h.service.calls.length - calls).toBeLessThanOrEqual(20);
	},
);

test.each(['itemsNull', 'itemsEmptyText', 'rows'] as const)(
	'a list that cannot be read (%s) is no empty list',
	async (unreadableList) => {
		add(3);
		expect(await readAll({ unreadableList })).toBe('The answer is not what this service sends');
	},
);

test.each(['list', 'null', 'emptyText', 'itemsNull', 'itemsEmptyText'] as const)(
	'a list with nothing in it, written as %s, is empty',
	async (emptyList) => {
		expect(await readAll({ emptyList })).toEqual([]);
	},
);

test('rows that change places with their equals are all found, and stay sorted', async () => {
	for (let n = 0; n < 250; n++) {
		h.service.store.addLink({ code: `c${1000 + n}`, fullLink: `https://example.com/${n % 4}` });
	}
	h.service.setFreedoms({ tiesShuffled: true });
	const sort = { by: [{ field: 'fullLink', direction: 'ASC' }] };
	const { main } = await h.link('link.getAll', { returnAll: true, sort });
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(250);
	const order = main.map(({ json }) => String(json.fullLink));
	expect(order).toEqual([...order].sort());
});

test('what cannot be told to be complete is not called complete', async () => {
	h.service.store.addMessages(250);
	h.service.setFreedoms({ unsortedOrder: 'any', tiesShuffled: true, totalForm: 'absent' });
	const { main, error } = await h.message('message.getAll', { returnAll: true });
	expect(main).toEqual([]);
	expect(error?.message).toBe('The list could not be read in full');
	expect(h.service.calls.length).toBeLessThanOrEqual(5 * 4 * 2);
});

test('reports that come out empty once are asked for again', async () => {
	const { id } = h.service.store.addMessage();
	h.service.faults.add({ kind: { code: 0, data: [] } });
	const { main } = await h.message('deliveryReport.get', { messageIds: id });
	expect(main.map(({ json }) => String(json.id))).toEqual([id]);
});
