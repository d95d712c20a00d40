import { newestId } from '../../nodes/LinkTrigger/list';
import type { Params } from '../../nodes/shared/api/service';
import { account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

// What the first poll takes for old, while links are made.
const mine = account();

/** A trigger that begins; `happens` before the answers to its calls, in order. */
async function beginning(parameters: Parameters<typeof mine.host>[0], happens: Array<() => void>) {
	const host = await n8nHost(mine.service, parameters, async () => happens.shift()?.());
	expect(await host.activate()).toEqual([]);
	return host;
}

const nothing = () => undefined;

it('links of the same second are all old, in whatever order the service shows them', async () => {
	mine.service.freedoms.tiesShuffled = true;
	const links = mine.addMany(99, () => ({ clicks: [1, 2] }));
	const { items } = await mine.watching({ filters: { query: 'spring' } });
	for (const link of links) mine.change(link, { comment: 'spring' });
	expect(await items()).toEqual([]);
});

it('answers that are empty, with a total of 0 by mistake, are no account without links', async () => {
	const link = mine.add({ clicks: [1, 2] });
	const host = await mine.host();
	const { freedoms } = mine.service;
	Object.assign(freedoms, { totalOff: -1, oddReads: 1, oddReadsAre: 'noItems' });
	expect(await host.activate()).toEqual([]);
	freedoms.oddReads = 0;
	expect(await host.items()).toEqual([]);
	mine.click(link);
	expect(await host.items()).toMatchObject([{ newClicks: 1 }]);
});

it('the newest link is found behind many of the same second', async () => {
	const ids = Array.from({ length: 250 }, (_, n) => 400_001 + n);
	const rows = [
		...ids.map((id) => ({ id, createTs: '2026-03-10 12:00:00' })),
		{ id: 7, createTs: '2026-03-09 12:00:00' },
	];
	const calls: unknown[] = [];
	const read = async (_method: string, { pagination }: Params) => {
		calls.push(pagination);
		const { currentPage } = JSON.parse(JSON.stringify(pagination));
		const items = rows.slice(currentPage * 100, (currentPage + 1) * 100);
		return await Promise.resolve({ items, totalItemCount: rows.length });
	};
	expect(await newestId({ read })).toBe('400250');
	expect(calls).toHaveLength(3);
});

it.each([
	['before the first answer', [0]],
	['before the second', [1]],
	['before each', [0, 1]],
])('a link made %s of a trigger that begins: none of its clicks is lost', async (_when, calls) => {
	mine.addMany(3);
	const made: Array<ReturnType<typeof mine.add>> = [];
	const make = () => made.push(mine.add());
	const { items } = await beginning(
		{},
		[0, 1].map((call) => (calls.includes(call) ? make : nothing)),
	);
	for (const link of made) mine.click(link, 2);
	expect(await items()).toMatchObject(made.map(({ id }) => ({ id: Number(id), newClicks: 2 })));
});

it('of links made while the list is read, some of which it shows: none of their clicks is lost', async () => {
	mine.addMany(150, (n) => ({ code: `c${1000 + n}`, createTs: n * 1000 }));
	const made: Array<ReturnType<typeof mine.add>> = [];
	const make =
		(...codes: string[]) =>
		() =>
			codes.forEach((code) => made.push(mine.add({ code })));
	// The newest link, two pages that disagree, and the same two again, of which the first has been read.
	const happens = [nothing, nothing, make('x'), nothing, make('a', 'z')];
	const { items } = await beginning({}, happens);
	expect(happens).toEqual([]);
	for (const link of made) mine.click(link);
	expect(await items()).toHaveLength(3);
});
