import { links as account } from '../trigger/lib/account.mts';

// What the first poll takes for old, while links are made.
const mine = account();

async function beginning(parameters: Parameters<typeof mine.host>[0], happens: Array<() => void>) {
	const host = await mine.host(parameters, { beforeCall: async () => happens.shift()?.() });
	expect(await host.activate()).toEqual([]);
	return host;
}

const nothing = () => undefined;

it('links with as many clicks are all old, in whatever order the service shows them', async () => {
	mine.service.freedoms.tiesShuffled = true;
	mine.addMany(180, () => ({ clicks: [1, 2] }));
	for (let triggers = 0; triggers < 6; triggers++) {
		const { items } = await mine.watching();
		for (let polls = 0; polls < 2; polls++) expect(await items()).toEqual([]);
	}
});

it.each([
	['before the first answer', [0]],
	['before the second', [1]],
	['before each', [0, 1]],
])('a link made %s of a trigger that begins: none of its clicks is lost', async (_when, calls) => {
	mine.addMany(150, () => ({ clicks: [1] }));
	const made: Array<ReturnType<typeof mine.add>> = [];
	const make = () => made.push(mine.add());
	const { items } = await beginning(
		{},
		[0, 1].map((call) => (calls.includes(call) ? make : nothing)),
	);
	for (const link of made) mine.click(link, 2);
	expect(await items()).toMatchObject(made.map(({ id }) => ({ id: Number(id), newClicks: 2 })));
});
