import assert from 'node:assert/strict';
import { hasEnded } from '../lib/executions.mts';
import { printFigures } from './figures.mts';
import { readHistory, type Recorded } from '../traffic/history.mts';
import type { Sms } from '../traffic/messages.mts';
import { acceptedBy, doubled, toldBy } from '../traffic/outcomes.mts';
import { settled } from '../traffic/settling.mts';
import { EACH } from '../traffic/workflows.mts';
import { givenUp } from './givenUp.mts';
import type { World } from './world.mts';

/** Much longer than n8n needs to notice that nobody works on an execution. In ms. */
const SETTLING = 300_000;

/** Recipients of an execution that ended well, without an output of Send: there must be none. */
function unanswered(execution: Recorded): string[] {
	const outcomes = toldBy([execution]);
	const asked = execution.items(EACH).map(({ json }) => String(json.to));
	return asked.filter((to) => !outcomes.has(to)).map((to) => `${execution.id}: ${to}`);
}

/**
 * What became of the messages without keys while workers died. What n8n gave up on is not retried: a
 * retry of an execution that crashed is one with a new ID and nothing saved, so it means its messages anew.
 */
export async function checkPlain(world: World, groups: Sms[][]): Promise<void> {
	const { session, sendPlain, service, checks, cluster } = world;
	await settled(session, sendPlain.id, SETTLING);
	const history = await readHistory(session, sendPlain.id);
	printFigures(service, history);
	const outcomes = toldBy(history);
	const lost = await givenUp(history, cluster.audit);
	const isLost = (to: string) => lost.some((execution) => execution.holds(to));
	const all = groups.flat();
	const meant = new Set(all.map(({ to }) => to));
	const accepted = acceptedBy(service);
	const without = all.filter(({ to }) => !outcomes.has(to));
	const figures = {
		executionsGivenUp: lost.length,
		ofTheseWithoutData: lost.filter(({ isBlank }) => isBlank).length,
		messagesWithoutOutput: without.length,
		ofTheseSent: without.filter(({ to }) => accepted.has(to)).length,
	};
	console.log(`  ${JSON.stringify(figures)}`);
	await checks.check('Without keys: the service accepted no message twice', () => {
		assert.deepEqual(
			doubled(service, outcomes, (to) => meant.has(to)),
			[],
		);
	});
	await checks.check(
		'Without keys: an execution that ended well has an output for each item',
		() => {
			assert.ok(history.every(hasEnded));
			const well = history.filter(({ id }) => !lost.some((execution) => execution.id === id));
			assert.ok(well.length > 0);
			assert.deepEqual(well.flatMap(unanswered), []);
		},
	);
	await checks.check('Without keys: what went out has an output, or n8n lost its execution', () => {
		const sent = without.filter(({ to }) => accepted.has(to));
		assert.deepEqual(
			sent.filter(({ to }) => !isLost(to)),
			[],
		);
	});
	await checks.check(
		'Without keys: accepted is what the service took, refused what it did not',
		() => {
			for (const { to } of all) {
				const [first, ...others] = outcomes.get(to) ?? [];
				// Who was posted twice was meant twice.
				if (first === undefined || others.length > 0 || isLost(to)) continue;
				const { kind, messageId = '' } = first;
				const ids = accepted.get(to) ?? [];
				if (kind === 'refused' || kind === 'notSent') assert.deepEqual(ids, [], to);
				if (kind === 'accepted' || kind === 'recovered') assert.deepEqual(ids, [messageId], to);
			}
		},
	);
}
