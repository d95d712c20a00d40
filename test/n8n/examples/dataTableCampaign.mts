import assert from 'node:assert/strict';
import { acceptedBy, countCalls, type Example, type Run, type Scene } from './example.mts';

const SEND = 'Message/SendSmsMessage';

const outcomesOf = ({ execution }: Run) =>
	[...execution.items('Write the outcome'), ...execution.items('Write the refusal')].map(
		({ name, outcome, detail }) => ({ name, outcome, detail }),
	);

const firstRun: Scene = {
	check(run) {
		const rows = outcomesOf(run);
		assert.deepEqual(
			rows.map(({ name, outcome }) => [name, outcome]),
			[
				['Aigerim', 'DELIVRD'],
				['Boris', 'REJECTD'],
				['Typo', 'refused'],
			],
		);
		assert.match(String(rows[2].detail), /"Recipient"/);
		assert.equal(acceptedBy(run.calls, SEND).length, 2);
		return rows.map(({ name, outcome }) => `written into the data table: ${name} ${outcome}`);
	},
};

const secondRun: Scene = {
	title: 'The campaign from the data table run again',
	check(run) {
		assert.deepEqual(run.execution.items('Who has no outcome yet?'), []);
		assert.equal(countCalls(run.calls, SEND), 0);
		return ['everybody has an outcome: nothing is sent'];
	},
};

export const dataTableCampaign: Example = {
	file: 'campaign-from-a-data-table.json',
	scenes: [firstRun, secondRun],
};
