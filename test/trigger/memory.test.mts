import type { Change } from '../../nodes/MessageTrigger/change';
import { advance, blankState } from '../../nodes/MessageTrigger/cursor';
import { secondsAfter } from '../../nodes/MessageTrigger/serviceClock';

const START = '2026-03-10 12:00:00';
const BOUND = 64 * 1024;

interface Crowd {
	count: number;
	perSecond: number;
	status?: string;
	/** Digits of an ID. */
	digits?: number;
}

const times = Array.from({ length: 10_000 }, (_, second) => secondsAfter(START, second));

function crowd({ count, perSecond, status = 'DELIVRD', digits = 11 }: Crowd): Change[] {
	return Array.from({ length: count }, (_, index) => ({
		id: `7${String((index * 7_919_317) % 10 ** 9).padStart(digits - 1, '0')}`,
		status,
		time: times[Math.floor(index / perSecond)],
		row: {},
	}));
}

const size = (state: object): number => Buffer.byteLength(JSON.stringify(state));
const until = (from: string, changes: Change[] = []) => {
	return { from, newest: from, newestAt: 0, changes, isWhole: true };
};
const blank = blankState('scope', until(START));
const begin = (changes: Change[]) => advance(blank, until(START, changes));

describe('the size of the state', () => {
	it.each<[string, Crowd]>([
		['a few', { count: 100, perSecond: 10 }],
		['10,000 final in one second', { count: 10_000, perSecond: 10_000 }],
		[
			'10,000 not final, with long IDs',
			{ count: 10_000, perSecond: 10_000, status: 'ACCEPTD', digits: 19 },
		],
		['10,000 over 5 seconds', { count: 10_000, perSecond: 2_000 }],
		['10,000, one a second', { count: 10_000, perSecond: 1, status: 'ENQUEUD' }],
	])('is below 64 KB, and everything is told once: %s', (name, given) => {
		const changes = crowd(given);
		const first = begin(changes);
		const bytes = size(first.state);
		process.stdout.write(`state after ${name}: ${bytes} bytes\n`);
		expect(bytes).toBeLessThan(BOUND);
		expect(first.events).toHaveLength(given.count);
		expect(first.state.from).toBe(START);
		expect(advance(first.state, until(START, changes)).events).toEqual([]);
	});

	it('is below 64 KB with ever more messages that come to no end', () => {
		let state = blank;
		for (let minute = 0; minute < 40; minute++) {
			const from = secondsAfter(START, minute * 60);
			const changes = crowd({ count: 400, perSecond: 40, status: 'ACCEPTD' }).map(
				(each, index) => ({
					...each,
					id: String(70_000_000_000 + minute * 400 + index),
					time: times[minute * 60 + Math.floor(index / 40)],
				}),
			);
			({ state } = advance(state, until(from, changes)));
			expect(size(state)).toBeLessThan(BOUND);
		}
		// The newest of them are the ones remembered.
		const [last] = advance(state, until(state.from, [later('70000015999')])).events;
		const [first] = advance(state, until(state.from, [later('70000000000')])).events;
		expect([last.previousStatus, first.previousStatus]).toEqual(['ACCEPTD', null]);
	});

	const later = (id: string): Change => {
		return { id, status: 'DELIVRD', time: secondsAfter(START, 3600), row: {} };
	};
});

describe('more than there is room for', () => {
	it('gives up the oldest seconds first, and does not read them again', () => {
		const { state, events } = begin(crowd({ count: 20_000, perSecond: 4_000 }));
		expect(events).toHaveLength(20_000);
		expect(size(state)).toBeLessThan(BOUND);
		expect(state.from).toBe(secondsAfter(START, 3));
		const again = crowd({ count: 20_000, perSecond: 4_000 }).filter(
			({ time }) => time >= state.from,
		);
		expect(advance(state, until(state.from, again)).events).toEqual([]);
	});

	it('reads on after a second that alone is too much', () => {
		const { state } = begin(crowd({ count: 20_000, perSecond: 20_000 }));
		expect(state).toMatchObject({ from: secondsAfter(START, 1), fingerprints: '', known: {} });
	});

	it('are remembered while a backlog is read that ends before them', () => {
		const changes = crowd({ count: 10_000, perSecond: 2_000 });
		const { state } = begin(changes);
		const [first, second] = [changes.slice(0, 2_000), changes.slice(2_000)];
		const next = { ...until(secondsAfter(START, 1), first), isWhole: false };
		const part = advance(state, next);
		expect(part.events).toEqual([]);
		expect(size(part.state)).toBeLessThan(BOUND);
		expect(advance(part.state, until(secondsAfter(START, 1), second)).events).toEqual([]);
	});

	it('tells a status that comes back while they are read', () => {
		const changes = crowd({ count: 10_000, perSecond: 10_000, status: 'ACCEPTD' });
		const { state } = begin(changes);
		const [first] = changes;
		const moved = [...changes.slice(1), { ...first, status: 'ENQUEUD' }, first];
		expect(advance(state, until(START, moved)).events.map(({ status }) => status)).toEqual([
			'ENQUEUD',
			'ACCEPTD',
		]);
	});

	it('notices a change among ten thousand fingerprints', () => {
		const changes = crowd({ count: 10_000, perSecond: 10_000, status: 'ACCEPTD' });
		const { state } = begin(changes);
		changes[5_000] = { ...changes[5_000], status: 'DELIVRD' };
		const next = advance(state, until(START, changes));
		expect(next.events).toEqual([expect.objectContaining({ id: changes[5_000].id })]);
	});
});
