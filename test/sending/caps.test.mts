import { mostCareful } from '../../nodes/Message/sending/caps';
import type { SendOptions } from '../../nodes/Message/sending/options';

const given = (change: Partial<SendOptions>): SendOptions => ({
	maxConcurrent: 5,
	intervalMs: 0,
	onceKey: undefined,
	ifSeen: 'skip',
	dryRun: false,
	maxSegments: 0,
	maxMessages: 0,
	waitForDelivery: 0,
	...change,
});

test('the fewest at once, the longest interval, the lowest cap', () => {
	const items = [
		given({ maxConcurrent: 7, intervalMs: 100, maxMessages: 50 }),
		given({ maxConcurrent: 3, intervalMs: 300 }),
		given({ maxConcurrent: 9, intervalMs: 200, maxMessages: 20 }),
	];
	expect(mostCareful(items)).toEqual({ maxConcurrent: 3, intervalMs: 300, maxMessages: 20 });
});

test('without a cap there is none', () => {
	expect(mostCareful([given({})]).maxMessages).toBe(Infinity);
});

test('a run of half a million items', () => {
	const items = Array.from({ length: 500_000 }, () => given({ maxMessages: 1000 }));
	expect(mostCareful(items)).toEqual({ maxConcurrent: 5, intervalMs: 0, maxMessages: 1000 });
});
