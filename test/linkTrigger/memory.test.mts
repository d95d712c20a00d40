import fc from '../fc.mts';

import { pack, unpack, type SeenLinks } from '../../nodes/LinkTrigger/memory';

const LIMIT = 62_000;

const known = fc
	.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.nat(2_000_000)), { maxLength: 200 })
	.map((links): SeenLinks => new Map(links.map(([id, clicks]) => [String(id), clicks])));

const sorted = (all: SeenLinks) => [...all].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1));

it('what is packed comes out again', () => {
	fc.assert(
		fc.property(known, (all) => {
			const { packed, forgotten } = pack(all);
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

it.each([
	[1, 0, 31_000],
	[2_000_000, 0, 10_300],
	[199_999, 40, 7_700],
	[2_000_000, 40_000, 6_200],
])('with ids %i apart and %i clicks, the newest %i links fit and more', (step, clicks, least) => {
	const all = new Map(
		Array.from({ length: 40_000 }, (_, i) => [String(70_000_000_000 + i * step), clicks]),
	);
	const { packed, forgotten } = pack(all);
	expect(packed.length).toBeLessThanOrEqual(LIMIT);
	const left = [...(unpack(packed) ?? [])];
	expect(left.length).toBeGreaterThanOrEqual(least - 20);
	expect(left).toEqual([...all].slice(-left.length));
	expect(forgotten).toBe([...all.keys()].at(-left.length - 1));
});
