import type { Change } from '../../nodes/MessageTrigger/change';
import { advance } from '../../nodes/MessageTrigger/cursor';
import { Memory } from '../../nodes/MessageTrigger/memory';
import { readState, type State } from '../../nodes/MessageTrigger/state';
import { nowOf } from '../../nodes/MessageTrigger/times';
import { ANY } from './lib/host.mts';
import { blankState } from './lib/state.mts';
import { NOON } from './lib/world.mts';

const at = (second: number): string => `2026-03-10 12:00:${String(second).padStart(2, '0')}`;
const change = (id: string, status: string, second: number): Change => ({
	id,
	status,
	time: at(second),
	row: {},
});
/** Later than any clock. */
const AHEAD = '2027-03-10 12:00:00';

/** Polls one after the other, each with its changes. */
function polls(...given: Change[][]): string[][] {
	let state: State = { ...blankState({ from: at(0) }), begun: at(1) };
	return given.map((changes) => {
		// As n8n stores it.
		const saved = readState(JSON.parse(JSON.stringify(state)), 'account');
		if (!saved) throw new Error('not a state');
		const reading = {
			...{ changes, from: at(0), newest: at(0), isInclusive: true, isWhole: true },
		};
		const step = advance(saved, new Memory(saved), reading, nowOf(NOON + 60_000, 'UTC'));
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
			'a status that comes back',
			[[change('1', 'ACCEPTD', 1)], [change('1', 'ENQUEUD', 2)], [change('1', 'ACCEPTD', 3)]],
			[['1 null>ACCEPTD'], ['1 null>ENQUEUD'], ['1 ENQUEUD>ACCEPTD']],
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
			'what a replica shows from before the trigger began, of a message known since',
			[[change('1', 'UNKNOWN', 1)], [change('1', 'ENQUEUD', 0)]],
			[['1 null>UNKNOWN'], []],
		],
		[
			'one from the second in which the trigger began, after one that was dated ahead',
			[[change('1', 'ENQUEUD', 1)], [change('1', 'PDLIVRD', 9)], [change('1', 'UNKNOWN', 1)]],
			[['1 null>ENQUEUD'], ['1 ENQUEUD>PDLIVRD'], ['1 null>UNKNOWN']],
		],
		[
			'one between two that are known, which may have been dated ahead',
			[[change('1', 'ENQUEUD', 1)], [change('1', 'UNKNOWN', 9)], [change('1', 'ACCEPTD', 5)]],
			[['1 null>ENQUEUD'], ['1 ENQUEUD>UNKNOWN'], ['1 ENQUEUD>ACCEPTD']],
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
	const state = blankState({ from: at(0) });

	it('is read as it was saved', () => expect(readState(state, 'account')).toEqual(state));

	it.each([
		[undefined],
		['text'],
		[{ ...state, account: 'other' }],
		[{ ...state, from: 1 }],
		[{ ...state, from: 'Invalid DateTime' }],
		[{ ...state, since: '2026-02-31 25:00:00' }],
		[{ ...state, newest: undefined }],
		[{ ...state, newsAt: '1' }],
		[{ ...state, choice: ANY, known: null }],
		[{ ...state, statuses: 'DELIVRD' }],
		// Of an older edition of the trigger.
		[{ scope: 'account', from: at(0), newest: at(0), newestAt: 0, known: {}, fingerprints: '' }],
	])('%j is none of this trigger', (saved) => expect(readState(saved, 'account')).toBeUndefined());
});
