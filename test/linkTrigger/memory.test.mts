import { advance, begin } from '../../nodes/LinkTrigger/cursor';
import { eventRule } from '../../nodes/LinkTrigger/event';
import { pack, unpack } from '../../nodes/shared/polling/packed';

it('numbers that are packed come out again', () => {
	const numbers = [...Array.from({ length: 20_000 }, (_, n) => BigInt(n)), 10n ** 20n];
	expect(unpack(pack(numbers))).toEqual(numbers);
});

it.each([
	[1, 0, 31_000],
	[2_000_000, 0, 10_300],
	[199_999, 40, 7_700],
	[2_000_000, 40_000, 6_200],
])('with ids %i apart and %i clicks, the newest %i links fit and more', (step, clicks, least) => {
	const rule = eventRule(clicks > 0 ? 'newClicks' : 'blocked', 0);
	const links = (more: number) =>
		Array.from({ length: 60_000 }, (_, i) => {
			const id = String(70_000_000_000 + i * step);
			return { id, clicks: clicks + more, isBlocked: true, row: {} };
		});
	const state = begin({ scope: '', from: '' }, links(0), rule);
	expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
	const left = links(0).filter(({ id }) => BigInt(id) > BigInt(state.start));
	expect(left.length).toBeGreaterThanOrEqual(least);
	expect(advance(state, links(0), rule).events).toEqual([]);
	const clicked = advance(state, links(1), rule).events.map(({ link, before }) => [
		link.id,
		before,
	]);
	expect(clicked).toEqual(clicks > 0 ? left.map(({ id }) => [id, clicks]) : []);
});
