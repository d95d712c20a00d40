import type { Change } from '../../nodes/MessageTrigger/change';
import { advance, blankState, readState, type State } from '../../nodes/MessageTrigger/cursor';

const at = (second: number): string => `2026-03-10 12:00:${String(second).padStart(2, '0')}`;
const change = (id: string, status: string, second: number): Change => ({
	id,
	status,
	time: at(second),
	row: {},
});

const until = (second: number, changes: Change[] = []) => {
	return { from: at(second), newest: at(second), newestAt: 0, changes, isWhole: true };
};

/** Polls one after the other, each with its changes and the second from which the next one reads. */
function polls(...given: Array<[Change[], number]>): { told: string[][]; state: State } {
	let state = blankState('scope', until(0));
	const told = given.map(([changes, from]) => {
		// As n8n stores it.
		const saved = readState(JSON.parse(JSON.stringify(state)), 'scope');
		if (!saved) throw new Error('not a state');
		const step = advance(saved, until(from, changes));
		state = step.state;
		return step.events.map(({ id, status, previousStatus }) => `${id} ${previousStatus}>${status}`);
	});
	return { told, state };
}

describe('what is new', () => {
	it.each<[string, Array<[Change[], number]>, string[][]]>([
		['a first status', [[[change('1', 'NEW', 1)], 1]], [['1 null>NEW']]],
		[
			'the same read again',
			[
				[[change('1', 'DELIVRD', 1)], 1],
				[[change('1', 'DELIVRD', 1)], 1],
			],
			[['1 null>DELIVRD'], []],
		],
		[
			'the next status, long after',
			[
				[[change('1', 'ENQUEUD', 1)], 1],
				[[change('2', 'DELIVRD', 30)], 30],
				[[change('1', 'DELIVRD', 50)], 50],
			],
			[['1 null>ENQUEUD'], ['2 null>DELIVRD'], ['1 ENQUEUD>DELIVRD']],
		],
		[
			'another status within the second',
			[
				[[change('1', 'ENQUEUD', 1)], 1],
				[[change('1', 'ACCEPTD', 1)], 1],
			],
			[['1 null>ENQUEUD'], ['1 ENQUEUD>ACCEPTD']],
		],
		[
			'a message that changed while it was read',
			[[[change('1', 'ENQUEUD', 1), change('1', 'ACCEPTD', 1), change('1', 'ENQUEUD', 1)], 1]],
			[['1 null>ENQUEUD', '1 ENQUEUD>ACCEPTD', '1 ACCEPTD>ENQUEUD']],
		],
		[
			'a status that is only stamped anew',
			[
				[[change('1', 'ACCEPTD', 1)], 1],
				[[change('1', 'ACCEPTD', 30)], 30],
			],
			[['1 null>ACCEPTD'], []],
		],
		[
			'a status that comes back',
			[
				[[change('1', 'ACCEPTD', 1)], 1],
				[[change('1', 'ENQUEUD', 2)], 2],
				[[change('1', 'ACCEPTD', 3)], 3],
			],
			[['1 null>ACCEPTD'], ['1 ACCEPTD>ENQUEUD'], ['1 ENQUEUD>ACCEPTD']],
		],
		[
			'changes in any order',
			[[[change('10', 'NEW', 3), change('9', 'NEW', 3), change('11', 'NEW', 2)], 3]],
			[['11 null>NEW', '9 null>NEW', '10 null>NEW']],
		],
	])('%s', (_name, given, expected) => {
		expect(polls(...given).told).toEqual(expected);
	});

	it('forgets final statuses that will not be read again, and keeps the others', () => {
		const { state } = polls([[change('1', 'DELIVRD', 1), change('2', 'ACCEPTD', 1)], 40]);
		expect(state).toEqual({
			scope: 'scope',
			from: at(40),
			newest: at(40),
			newestAt: 0,
			known: { [at(1)]: { ACCEPTD: '2' } },
			fingerprints: '',
		});
	});

	it('never goes back to a time before its own', () => {
		expect(polls([[change('1', 'NEW', 9)], 9], [[], 3]).state.from).toBe(at(9));
	});
});

describe('a saved state', () => {
	const state = blankState('scope', until(0));

	it.each([
		[undefined],
		['text'],
		[{ ...state, scope: 'other' }],
		[{ ...state, from: 1 }],
		[{ ...state, from: 'Invalid DateTime' }],
		[{ ...state, newest: '2026-02-31 25:00:00' }],
		[{ ...state, newest: undefined }],
		[{ ...state, newestAt: '1' }],
		[{ ...state, fingerprints: null }],
		[{ ...state, known: { [at(0)]: ['1'] } }],
	])('%j is none of this trigger', (saved) => expect(readState(saved, 'scope')).toBeUndefined());
});
