import type { Change } from '../../nodes/MessageTrigger/change';
import { advance } from '../../nodes/MessageTrigger/cursor';
import { Memory } from '../../nodes/MessageTrigger/memory';
import type { State } from '../../nodes/MessageTrigger/state';
import { nowOf, secondsAfter } from '../../nodes/MessageTrigger/times';
import { blankState } from './lib/state.mts';
import { NOON } from './lib/world.mts';

const START = '2026-03-10 12:00:00';
const BOUND = 64 * 1024;
/** Long after all changes. */
const NOW = nowOf(NOON + 86_400_000, 'UTC');

interface Crowd {
	count: number;
	perSecond: number;
	status?: string;
	/** Digits of an ID. */
	digits?: number;
}

const times = Array.from({ length: 20_000 }, (_, second) => secondsAfter(START, second));

function crowd({ count, perSecond, status = 'DELIVRD', digits = 11 }: Crowd): Change[] {
	return Array.from({ length: count }, (_, index) => ({
		id: `7${String((index * 7_919_317) % 10 ** 9).padStart(digits - 1, '0')}`,
		status,
		time: times[Math.floor(index / perSecond)],
		row: {},
	}));
}

const size = (state: object): number => Buffer.byteLength(JSON.stringify(state));
const BLANK = blankState({ from: START });

/** What a poll that read these changes makes of a state. */
function poll(state: State, changes: Change[], from = START) {
	const reading = { changes, from, newest: from, isInclusive: true, isWhole: true };
	return advance(state, new Memory(state), reading, NOW);
}

describe('the size of the state', () => {
	it.each<[string, Crowd]>([
		['a few', { count: 100, perSecond: 10 }],
		['10,000 final in one second', { count: 10_000, perSecond: 10_000 }],
		[
			'10,000 not final, with long IDs',
			{ count: 10_000, perSecond: 10_000, status: 'ACCEPTD', digits: 19 },
		],
		['10,000 over 5 seconds', { count: 10_000, perSecond: 2_000 }],
		['6,000, one a second', { count: 6_000, perSecond: 1, status: 'ENQUEUD' }],
	])('is below 64 KB, and everything is emitted once: %s', (name, given) => {
		const changes = crowd(given);
		const first = poll(BLANK, changes);
		const bytes = size(first.state);
		process.stdout.write(`state after ${name}: ${bytes} bytes\n`);
		expect(bytes).toBeLessThan(BOUND);
		expect(first.events).toHaveLength(given.count);
		expect(first.state.since).toBe(START);
		expect(poll(first.state, changes).events).toEqual([]);
	});

	it('is below 64 KB with ever more messages, and the newest are remembered', () => {
		let state = BLANK;
		for (let minute = 0; minute < 40; minute++) {
			const changes = crowd({ count: 400, perSecond: 40, status: 'ACCEPTD' }).map((each, n) => ({
				...each,
				id: String(70_000_000_000 + (minute * 400 + n) * 7_919_317),
				time: times[minute * 60 + Math.floor(n / 40)],
			}));
			({ state } = poll(state, changes, times[minute * 60]));
			expect(size(state)).toBeLessThan(BOUND);
		}
		const later = (id: string) => ({ id, status: 'DELIVRD', time: times[3_600], row: {} });
		const [last] = poll(state, [later(String(70_000_000_000 + 15_999 * 7_919_317))]).events;
		const [first] = poll(state, [later('70000000000')]).events;
		expect([last.previousStatus, first.previousStatus]).toEqual(['ACCEPTD', null]);
	});
});

describe('more than there is room for', () => {
	it('drops the oldest seconds first, and does not read them again', () => {
		const changes = crowd({ count: 20_000, perSecond: 4_000 });
		const { state, events } = poll(BLANK, changes);
		expect(events).toHaveLength(20_000);
		expect(size(state)).toBeLessThan(BOUND);
		expect(state.since).toBe(secondsAfter(START, 2));
		expect(poll(state, changes).events).toEqual([]);
	});

	it('in one second are over once all of them were read', () => {
		const { state } = poll(BLANK, crowd({ count: 20_000, perSecond: 20_000 }));
		expect(state.from).toBe(secondsAfter(START, 1));
		expect(size(state)).toBeLessThan(BOUND);
	});

	it('notices a change among ten thousand', () => {
		const changes = crowd({ count: 10_000, perSecond: 10_000, status: 'ACCEPTD' });
		const { state } = poll(BLANK, changes);
		changes[5_000] = { ...changes[5_000], status: 'DELIVRD' };
		expect(poll(state, changes).events).toEqual([
			expect.objectContaining({ id: changes[5_000].id, previousStatus: 'ACCEPTD' }),
		]);
	});
});
