import type { Change } from '../../nodes/MessageTrigger/list';
import { advance } from '../../nodes/MessageTrigger/cursor';
import { Memory } from '../../nodes/MessageTrigger/memory';
import { readState, type State } from '../../nodes/MessageTrigger/cursor';
import { secondsAfter } from '../../nodes/MessageTrigger/times';

const at = (second: number): string => `2026-03-10 12:00:${String(second).padStart(2, '0')}`;
const change = (id: string, status: string, second: number): Change => ({
	id,
	status,
	time: at(second),
	row: {},
});
/** Later than any clock. */
const AHEAD = '2027-03-10 12:00:00';

const BLANK: State = {
	...{ scope: 'scope', from: at(0), newest: '', newestAt: 0, clockLead: 0, begun: '', offset: 0 },
	...{ isInclusive: true, seen: '', ways: [] },
};

/** Polls one after the other, each with its changes. */
function polls(...given: Change[][]): string[][] {
	let state = BLANK;
	return given.map((changes) => {
		// As n8n stores it.
		const saved = readState(JSON.parse(JSON.stringify(state)), 'scope');
		if (!saved) throw new Error('not a state');
		const reading = { changes, at: at(0), isInclusive: true, isEnd: true };
		const time = { began: 0, ended: 0, clock: at(59) };
		const step = advance(saved, new Memory(saved), at(0), reading, time, () => true);
		({ state } = step);
		return step.events.map(({ id, status, previousStatus }) => `${id} ${previousStatus}>${status}`);
	});
}

describe('what is new', () => {
	it.each<[string, Change[][], string[][]]>([
		['a first status', [[change('1', 'NEW', 1)]], [['1 null>NEW']]],
		[
			'the same read again',
			[[change('1', 'DELIVRD', 1)], [change('1', 'DELIVRD', 1)]],
			[['1 null>DELIVRD'], []],
		],
		[
			'the next status, long after',
			[[change('1', 'ENQUEUD', 1)], [change('2', 'DELIVRD', 30)], [change('1', 'DELIVRD', 50)]],
			[['1 null>ENQUEUD'], ['2 null>DELIVRD'], ['1 ENQUEUD>DELIVRD']],
		],
		[
			'another status within the second',
			[[change('1', 'ENQUEUD', 1)], [change('1', 'ACCEPTD', 1)]],
			[['1 null>ENQUEUD'], ['1 ENQUEUD>ACCEPTD']],
		],
		[
			'an older version, that a replica shows after a newer one',
			[
				[change('1', 'ENQUEUD', 1), change('1', 'ACCEPTD', 1), change('1', 'ENQUEUD', 1)],
				[change('1', 'ENQUEUD', 0)],
			],
			[['1 null>ENQUEUD', '1 ENQUEUD>ACCEPTD'], []],
		],
		[
			'a status that is only stamped anew',
			[[change('1', 'DELIVRD', 1)], [change('1', 'DELIVRD', 30)]],
			[['1 null>DELIVRD'], []],
		],
		[
			'a status that comes back: its eventId was there before',
			[[change('1', 'ACCEPTD', 1)], [change('1', 'ENQUEUD', 2)], [change('1', 'ACCEPTD', 3)]],
			[['1 null>ACCEPTD'], ['1 null>ENQUEUD'], []],
		],
		[
			'an older version that is dated ahead, shown after a newer one',
			[[change('1', 'ACCEPTD', 1)], [{ ...change('1', 'ENQUEUD', 1), time: AHEAD }]],
			[['1 null>ACCEPTD'], []],
		],
		[
			'the same of a status that nobody documented',
			[[change('1', 'UNKNOWN', 1)], [{ ...change('1', 'ACCEPTD', 1), time: AHEAD }]],
			[['1 null>UNKNOWN'], ['1 null>ACCEPTD']],
		],
		[
			'a status that nobody documented, before the last one and shown after it',
			[[change('1', 'ACCEPTD', 1)], [change('1', 'DELIVRD', 9)], [change('1', 'UNKNOWN', 5)]],
			[['1 null>ACCEPTD'], ['1 ACCEPTD>DELIVRD'], []],
		],
		[
			'a status before the last one, within the second and shown after it',
			[[change('1', 'ACCEPTD', 1)], [change('1', 'ENQUEUD', 1)]],
			[['1 null>ACCEPTD'], []],
		],
		[
			'a status that nobody documented, and others that are known to come later, or not',
			[[change('1', 'UNKNOWN', 5)], [change('1', 'ACCEPTD', 5)], [change('1', 'PDLIVRD', 9)]],
			[['1 null>UNKNOWN'], ['1 null>ACCEPTD'], ['1 ACCEPTD>PDLIVRD']],
		],
		[
			'all that comes before a part that has arrived, shown after it',
			[[change('1', 'PDLIVRD', 9)], [change('1', 'ACCEPTD', 5)], [change('1', 'NEW', 4)]],
			[['1 null>PDLIVRD'], [], []],
		],
		[
			'two final statuses within a second',
			[[change('1', 'DELIVRD', 5)], [change('1', 'EXPIRED', 5)]],
			[['1 null>DELIVRD'], ['1 null>EXPIRED']],
		],
		[
			'a status after one that nobody documented',
			[[change('1', 'UNKNOWN', 5)], [change('1', 'ACCEPTD', 6)]],
			[['1 null>UNKNOWN'], ['1 UNKNOWN>ACCEPTD']],
		],
		[
			'changes in any order',
			[[change('10', 'NEW', 3), change('9', 'NEW', 3), change('11', 'NEW', 2)]],
			[['11 null>NEW', '9 null>NEW', '10 null>NEW']],
		],
	])('%s', (_name, given, expected) => {
		expect(polls(...given)).toEqual(expected);
	});
});

describe('a saved state', () => {
	it('is read as it was saved', () => expect(readState(BLANK, 'scope')).toEqual(BLANK));

	it.each([
		[undefined],
		[{ ...BLANK, scope: 'other' }],
		[{ ...BLANK, from: 'Invalid DateTime' }],
		[{ ...BLANK, newest: undefined }],
		[{ ...BLANK, newestAt: '1' }],
		[{ ...BLANK, seen: null }],
		[{ ...BLANK, ways: 'DELIVRD' }],
	])('%j is none of this trigger', (saved) => expect(readState(saved, 'scope')).toBeUndefined());
});

describe('the memory', () => {
	const ids = (count: number, step: number) =>
		Array.from({ length: count }, (_, n) => String(70_000_000_000 + ((n * step) % 1e9)));
	const crowd = (all: string[], perSecond: number): Change[] =>
		all.map((id, n) => {
			const time = secondsAfter(at(0), Math.floor(n / perSecond));
			return { id, status: 'DELIVRD', time, row: {} };
		});
	const poll = (state: State, changes: Change[]) => {
		const reading = { changes, at: '2026-03-11 00:00:00', isInclusive: true, isEnd: true };
		const time = { began: 0, ended: 0, clock: '2026-03-11 00:00:00' };
		return advance(state, new Memory(state), state.from, reading, time, () => true);
	};

	it.each([
		['14,000 in one second', ids(14_000, 7_919_317), 14_000],
		['10,000 over five seconds', ids(10_000, 7_919_317), 2_000],
		['30,000 of a campaign', ids(30_000, 3), 500],
		['6,000, one a second', ids(6_000, 7_919_317), 1],
	])('has room for %s', (name, all, perSecond) => {
		const { state, events } = poll(BLANK, crowd(all, perSecond));
		const bytes = JSON.stringify(state).length;
		process.stdout.write(`${name}: ${bytes} bytes\n`);
		expect([bytes < 64 * 1024, events.length]).toEqual([true, all.length]);
		expect(poll({ ...state, from: at(0) }, crowd(all, perSecond)).events).toEqual([]);
	});

	it('keeps a status that is stamped anew as long as the new time says', () => {
		const memory = new Memory();
		memory.learn(change('1', 'DELIVRD', 0), AHEAD);
		for (let id = 2; id < 1_000; id++) memory.learn(change(`${id * 9_973}`, 'DELIVRD', 10), AHEAD);
		memory.learn(change('1', 'DELIVRD', 50), AHEAD);
		const kept = new Memory(memory.pack(500).packed);
		const isNew = (id: string) => kept.learn(change(id, 'DELIVRD', 51), AHEAD).isNew;
		expect([isNew('1'), isNew('9973')]).toEqual([false, true]);
	});

	it('drops the oldest first, and what was dropped is not read again', () => {
		const changes = crowd(ids(60_000, 7_919_317), 4_000);
		const { state } = poll(BLANK, changes);
		expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
		expect(state.from > at(5) && state.from < at(15)).toBe(true);
		expect(poll(state, changes).events).toEqual([]);
	});
});
