import type { Change } from '../../nodes/MessageTrigger/list';
import { advance } from '../../nodes/MessageTrigger/cursor';
import { Memory } from '../../nodes/MessageTrigger/memory';
import type { State } from '../../nodes/MessageTrigger/cursor';
import { isOfScope } from '../../nodes/shared/polling/poll';
import { secondsAfter } from '../../nodes/MessageTrigger/times';

const at = (second: number): string => `2026-03-10 12:00:${String(second).padStart(2, '0')}`;
const change = (id: string, status: string, second: number): Change => ({
	...{ id, status, time: at(second), row: {} },
});
/** Later than any clock. */
const AHEAD = '2027-03-10 12:00:00';

const BLANK: State = {
	...{ scope: 'scope', from: at(0), begun: '', polledAt: 0, clockLead: 0 },
	...{ newest: '', newestAt: 0, newestLead: 0 },
	...{ zone: 'UTC', choice: { triggerOn: 'any', statuses: [] } },
	...{ forgotten: '', isInclusive: true, seen: '', ways: [] },
};

/** Of polls with the changes `id STATUS second`: what is new in each, `id STATUS` or `id BEFORE>STATUS`. */
function events(polls: string): string {
	let state = BLANK;
	const told = polls.split(' / ').map((poll) => {
		const changes = poll.split(', ').map((text) => {
			const [id, status, second] = text.split(' ');
			const given = change(id, status, Number(second));
			return second === 'ahead' ? { ...given, time: AHEAD } : given;
		});
		// As n8n stores it.
		const saved: unknown = JSON.parse(JSON.stringify(state));
		if (!isOfScope<State>(saved, 'scope')) throw new Error('not a state');
		const reading = { changes, at: at(0), isInclusive: true, isEnd: true };
		const time = { began: 0, ended: 0, clock: at(59), clockLead: 0, sinceLast: 60 };
		const step = advance(saved, new Memory(saved), at(0), reading, time);
		({ state } = step);
		return step.events.map(({ id, status, previousStatus }) =>
			previousStatus === null ? `${id} ${status}` : `${id} ${previousStatus}>${status}`,
		);
	});
	return told.map((each) => each.join(', ') || 'nothing').join(' / ');
}

it.each(
	Object.entries({
		'a first status': '1 NEW 1: 1 NEW',
		'the same read again': '1 DELIVRD 1 / 1 DELIVRD 1: 1 DELIVRD / nothing',
		'the next status, long after':
			'1 ENQUEUD 1 / 2 DELIVRD 30 / 1 DELIVRD 50: 1 ENQUEUD / 2 DELIVRD / 1 ENQUEUD>DELIVRD',
		'another status within the second': '1 ENQUEUD 1 / 1 ACCEPTD 1: 1 ENQUEUD / 1 ENQUEUD>ACCEPTD',
		'an older version, that a replica shows after a newer one':
			'1 ENQUEUD 1, 1 ACCEPTD 1, 1 ENQUEUD 1 / 1 ENQUEUD 0: 1 ENQUEUD, 1 ENQUEUD>ACCEPTD / nothing',
		'a status that is only stamped anew': '1 DELIVRD 1 / 1 DELIVRD 30: 1 DELIVRD / nothing',
		'a status that comes back: its eventId was there before':
			'1 ACCEPTD 1 / 1 ENQUEUD 2 / 1 ACCEPTD 3: 1 ACCEPTD / 1 ENQUEUD / nothing',
		'an older version that is dated ahead, shown after a newer one':
			'1 ACCEPTD 1 / 1 ENQUEUD ahead: 1 ACCEPTD / nothing',
		'the same of a status that nobody documented':
			'1 UNKNOWN 1 / 1 ACCEPTD ahead: 1 UNKNOWN / 1 ACCEPTD',
		'a status that nobody documented, before the last one and shown after it':
			'1 ACCEPTD 1 / 1 DELIVRD 9 / 1 UNKNOWN 5: 1 ACCEPTD / 1 ACCEPTD>DELIVRD / nothing',
		'a status before the last one, within the second and shown after it':
			'1 ACCEPTD 1 / 1 ENQUEUD 1: 1 ACCEPTD / nothing',
		'a status that nobody documented, and others that are known to come later, or not':
			'1 UNKNOWN 5 / 1 ACCEPTD 5 / 1 PDLIVRD 9: 1 UNKNOWN / 1 ACCEPTD / 1 ACCEPTD>PDLIVRD',
		'all that comes before a part that has arrived, shown after it':
			'1 PDLIVRD 9 / 1 ACCEPTD 5 / 1 NEW 4: 1 PDLIVRD / nothing / nothing',
		'two final statuses within a second': '1 DELIVRD 5 / 1 EXPIRED 5: 1 DELIVRD / 1 EXPIRED',
		'a status after one that nobody documented':
			'1 UNKNOWN 5 / 1 ACCEPTD 6: 1 UNKNOWN / 1 UNKNOWN>ACCEPTD',
		'changes in any order': '10 NEW 3, 9 NEW 3, 11 NEW 2: 11 NEW, 9 NEW, 10 NEW',
	}),
)('what is new: %s', (_name, story) => {
	const [polls, expected] = story.split(': ');
	expect(events(polls)).toBe(expected);
});

it.each<[what: string, isEnd: boolean, from: string]>([
	['that was cut off goes on where it ended', false, '2026-03-10 12:48:45'],
	['that came to the end does not believe rows of a later time', true, '2026-03-10 11:59:45'],
])('a poll %s', (_, isEnd, from) => {
	const changes = Array.from({ length: 51 }, (_, n) => ({
		...change(String(n), 'NEW', 0),
		time: secondsAfter(at(0), 60 * n),
	}));
	const reading = { changes, at: secondsAfter(at(0), 3000), isInclusive: true, isEnd };
	const time = { began: 0, ended: 0, clock: AHEAD, clockLead: 0, sinceLast: 60 };
	const saved = { ...BLANK, from: secondsAfter(at(0), -60) };
	expect(advance(saved, new Memory(saved), saved.from, reading, time).state.from).toBe(from);
});

describe('the memory', () => {
	const ids = (count: number, step: number) =>
		Array.from({ length: count }, (_, n) => String(70_000_000_000 + ((n * step) % 1e9)));
	const crowd = (all: string[], perSecond: number): Change[] =>
		all.map((id, n) => {
			const time = secondsAfter(at(0), Math.floor(n / perSecond));
			return { id, status: 'DELIVRD', time, row: {} };
		});
	const poll = (state: State, changes: Change[], readTo = '2026-03-11 00:00:00') => {
		const reading = { changes, at: readTo, isInclusive: true, isEnd: true };
		const time = { began: 0, ended: 0, clock: '2026-03-11 00:00:00', clockLead: 0, sinceLast: 60 };
		return advance(state, new Memory(state), state.from, reading, time);
	};

	it.each([
		['14,000 in one second', ids(14_000, 7_919_317), 14_000],
		['10,000 over five seconds', ids(10_000, 7_919_317), 2_000],
		['60,000 of a campaign', ids(60_000, 3), 500],
		['8,000, one a second', ids(8_000, 7_919_317), 1],
	])('has room for %s', (_, all, perSecond) => {
		const { state, events } = poll(BLANK, crowd(all, perSecond));
		const bytes = JSON.stringify(state).length;
		expect([bytes < 64 * 1024, events.length]).toEqual([true, all.length]);
		expect(poll({ ...state, from: at(0) }, crowd(all, perSecond)).events).toEqual([]);
	});

	it('keeps a status that is stamped anew as long as the new time says, also when the old one shows again', () => {
		const memory = new Memory();
		memory.learn(change('1', 'DELIVRD', 0), AHEAD);
		for (let id = 2; id < 1_000; id++) memory.learn(change(`${id * 9_973}`, 'DELIVRD', 10), AHEAD);
		for (const shown of [50, 0]) memory.learn(change('1', 'DELIVRD', shown), AHEAD);
		const kept = new Memory(memory.pack(500).packed);
		const isNew = (id: string) => kept.learn(change(id, 'DELIVRD', 51), AHEAD).isNew;
		expect([isNew('1'), isNew('9973')]).toEqual([false, true]);
	});

	it('leaves out nothing of a second that is not read to its end, however many were dropped', () => {
		const changes = crowd(ids(60_000, 7_919_317), 60_000);
		expect(poll(BLANK, changes, at(0)).state.from).toBe(at(0));
	});

	it('drops the oldest first, and what was dropped is not read again', () => {
		const changes = crowd(ids(60_000, 7_919_317), 4_000);
		const { state } = poll(BLANK, changes);
		expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
		expect(state.from > at(5) && state.from < at(15)).toBe(true);
		expect(poll(state, changes).events).toEqual([]);
	});
});
