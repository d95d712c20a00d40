import assert from 'node:assert/strict';
import type { Execution } from '../lib/executions.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import type { Sms } from '../traffic/messages.mts';
import {
	acceptedBy,
	contradictions,
	doubled,
	outcomesOf,
	printFigures,
} from '../traffic/outcomes.mts';
import { settled } from '../traffic/settling.mts';
import { EACH } from '../traffic/workflows.mts';
import { SETTLING } from './checkMessages.mts';
import type { World } from './main.mts';

/** Recipients of an execution that ended well, without an output of Send: there must be none. */
function unanswered(execution: Execution): string[] {
	const outcomes = outcomesOf([execution]);
	const asked = execution.items(EACH).map(({ to }) => String(to));
	return asked.filter((to) => !outcomes.has(to)).map((to) => `${execution.id}: ${to}`);
}

/**
 * What became of the messages without keys while workers died. What n8n gave up on is not retried: a
 * retry of an execution that crashed is one with a new ID and nothing saved, so it means its messages anew.
 */
export async function checkPlain(world: World, sendPlain: SavedWorkflow, groups: Sms[][]) {
	const { session, service, checks, audit } = world;
	const history = await settled(session, sendPlain, SETTLING);
	printFigures(service, history);
	const outcomes = outcomesOf(history);
	const lost = await audit.givenUp(history);
	const isLost = (to: string) => lost.some((execution) => execution.holds(to));
	const all = groups.flat().map(({ to }) => to);
	const accepted = acceptedBy(service);
	const without = all.filter((to) => !outcomes.has(to));
	const figures = {
		executionsGivenUp: lost.length,
		ofTheseWithoutData: lost.filter(({ isBlank }) => isBlank).length,
		messagesWithoutOutput: without.length,
		ofTheseSent: without.filter((to) => accepted.has(to)).length,
	};
	console.log(`  ${JSON.stringify(figures)}`);
	await checks.check('Without keys: the service accepted no message twice', () => {
		const meant = new Set(all);
		assert.deepEqual(
			doubled(service, outcomes, (to) => meant.has(to)),
			[],
		);
	});
	const answered = 'Without keys: an execution that ended well has an output for each item';
	await checks.check(answered, () => {
		const well = history.filter(({ status }) => status === 'success');
		assert.ok(well.length > 0);
		assert.deepEqual(well.flatMap(unanswered), []);
	});
	await checks.check('Without keys: what went out has an output, or n8n lost its execution', () => {
		const sent = without.filter((to) => accepted.has(to));
		assert.deepEqual(
			sent.filter((to) => !isLost(to)),
			[],
		);
	});
	await checks.check('Without keys: the outputs say what the service knows', () => {
		// Who was posted twice was meant twice.
		const clear = [...outcomes].filter(([to, { length }]) => length === 1 && !isLost(to));
		assert.deepEqual(contradictions(service, clear), []);
	});
}
