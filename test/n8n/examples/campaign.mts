import assert from 'node:assert/strict';
import { acceptedBy, countCalls, type Example, type Run, type Scene } from './example.mts';

const SEND = 'Message/SendSmsMessage';

const rowsOf = ({ execution }: Run) =>
	execution.items('Report').map(({ name, recipient, outcome, detail }) => ({
		name: String(name),
		outcome: String(outcome),
		line: `${String(name).padEnd(8)} ${String(recipient).padEnd(12)} ${outcome}${detail ? `: ${detail}` : ''}`,
	}));

/** Every person is in the report exactly once, with what became of them. */
function assertOutcomes(run: Run, expected: Record<string, string>): string[] {
	const rows = rowsOf(run);
	assert.equal(rows.length, Object.keys(expected).length);
	assert.deepEqual(Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome])), expected);
	return rows.map(({ line }) => line);
}

const firstRun: Scene = {
	check(run) {
		const people = { Aigerim: 'accepted', Boris: 'accepted', Typo: 'refused', Dana: 'accepted' };
		const lines = assertOutcomes(run, people);
		assert.equal(acceptedBy(run.calls, SEND).length, 3);
		return [...lines, 'the service accepted 3 messages'];
	},
};

const secondRun: Scene = {
	title: 'The same campaign run again',
	check(run) {
		const again = 'sent before';
		const people = { Aigerim: again, Boris: again, Typo: 'refused', Dana: again };
		const lines = assertOutcomes(run, people);
		assert.equal(acceptedBy(run.calls, SEND).length, 0);
		assert.ok(countCalls(run.calls, SEND) <= 1, 'only the bad number may be tried again');
		return [...lines, 'the service accepted no message: nobody gets a second SMS'];
	},
};

export const campaign: Example = {
	file: 'campaign-with-a-bad-number.json',
	scenes: [firstRun, secondRun],
};
