import fc from 'fast-check';

import { advance, type State } from '../../nodes/LinkTrigger/cursor';
import { eventRule } from '../../nodes/LinkTrigger/eventRule';
import { MOST_LINKS, pack, unpack, type SeenLinks } from '../../nodes/LinkTrigger/memory';

const LIMIT = 62_000;

const known = fc
	.array(
		fc.record({
			id: fc.bigInt({ min: 1n, max: 10n ** 20n }),
			clicks: fc.option(fc.nat(2_000_000), { nil: undefined }),
			isBlocked: fc.boolean(),
		}),
		{ maxLength: 200 },
	)
	.map((links): SeenLinks => new Map(links.map(({ id, ...counts }) => [String(id), counts])));

const sorted = (all: SeenLinks) => [...all].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1));

it('what is packed comes out again', () => {
	fc.assert(
		fc.property(known, (all) => {
			const { packed, forgotten } = pack(all, new Set(all.keys()));
			expect(forgotten).toBe('0');
			expect([...(unpack(packed) ?? [])]).toEqual(sorted(all));
		}),
		{ numRuns: 300 },
	);
});

it.each([undefined, null, 5, 'A', '1:', '1 !', '1:2:3', '1  2', '1:?', '?', {}])(
	'%j is nothing that was packed',
	(saved) => expect(unpack(saved)).toBeUndefined(),
);

/** Links among those of a great service, far apart, with many clicks. */
const many = (count: number, step = 2_000_000): SeenLinks =>
	new Map(
		Array.from({ length: count }, (_, i) => [
			String(70_000_000_000 + i * step),
			{ clicks: 40_000 + i, isBlocked: i % 50 === 0 },
		]),
	);

it('as many links as can be watched fit', () => {
	const all = many(MOST_LINKS);
	const { packed } = pack(all, new Set(all.keys()));
	expect(packed.length).toBeLessThanOrEqual(LIMIT);
	expect(unpack(packed)?.size).toBe(MOST_LINKS);
});

it('links that do not fit are refused, with what to do', () => {
	const all = many(MOST_LINKS, 10 ** 12);
	const wide = new Map([...all].map(([id, counts]) => [`${id}000000`, counts]));
	expect(() => pack(wide, new Set(wide.keys()))).toThrow('5000 links match, more than');
});

it('links that a poll did not see are forgotten for want of room only, the oldest first', () => {
	const all = many(9_000);
	const ids = [...all.keys()];
	const seen = new Set(ids.slice(0, 3_000));
	const { packed, forgotten } = pack(all, seen);
	const left = [...(unpack(packed)?.keys() ?? [])];
	expect(packed.length).toBeLessThanOrEqual(LIMIT);
	expect(left.slice(0, 3_000)).toEqual(ids.slice(0, 3_000));
	expect(left.length).toBeGreaterThan(3_500);
	expect(left.slice(3_000)).toEqual(ids.slice(3_000 - left.length));
	expect(forgotten).toBe(ids[ids.length - (left.length - 3_000) - 1]);
});

it('a link that was forgotten and comes back is an old one', () => {
	const ids = [...many(9_000).keys()];
	const link = (id: string, clicks: number) => ({ id, clicks, isBlocked: false, row: { id } });
	const { between } = eventRule('newClicks', 0);
	const blank = { scope: '', from: '', start: '0', known: '', order: 'ASC' as const };
	const poll = (state: State, seen: string[]) =>
		advance(
			state,
			seen.map((id) => link(id, 40_000)),
			{ between },
		).state;
	const state = poll(poll(blank, ids.slice(0, 4_000)), ids.slice(4_000));
	const left = unpack(state.known);
	const forgotten = ids.filter((id) => !left?.has(id));
	expect(forgotten.length).toBeGreaterThan(1_000);
	expect(advance(state, [link(forgotten[0], 60_000)], { between }).events).toEqual([]);
	expect(advance(state, [link(ids[8_999], 60_000)], { between }).events).toHaveLength(1);
});
