import assert from 'node:assert/strict';
import { printFigures } from './figures.mts';
import { hasEnded, readHistory } from '../traffic/history.mts';
import type { Sms } from '../traffic/messages.mts';
import { acceptedBy, doubled, toldBy } from '../traffic/outcomes.mts';
import { givenUp, settled } from '../traffic/settling.mts';
import type { World } from './world.mts';

/** Much longer than n8n needs to notice that nobody works on an execution. In ms. */
const SETTLING = 300_000;

/**
 * What became of the messages without keys while workers died. What n8n gave up on is not retried: a
 * retry of an execution that crashed is one with a new ID and nothing saved, so it means its messages anew.
 */
export async function checkPlain(world: World, groups: Sms[][]): Promise<void> {
	const { session, sendPlain, service, checks } = world;
	await settled(session, sendPlain.id, SETTLING);
	const history = await readHistory(session, sendPlain.id);
	printFigures(service, history);
	const told = toldBy(history);
	const all = groups.flat();
	const meant = new Set(all.map(({ to }) => to));
	await checks.check('Without keys: the service accepted no message twice', () => {
		assert.deepEqual(
			doubled(service, told, (to) => meant.has(to)),
			[],
		);
	});
	await checks.check('Without keys: what went out is told of, unless n8n gave up on it', () => {
		assert.ok(history.every(hasEnded));
		const lost = givenUp(history)
			.map(({ text }) => text)
			.join();
		const accepted = acceptedBy(service);
		const untold = all.filter(({ to }) => accepted.has(to) && !told.has(to));
		assert.deepEqual(
			untold.filter(({ to }) => !lost.includes(to)),
			[],
		);
	});
	await checks.check(
		'Without keys: accepted is what the service took, refused what it did not',
		() => {
			const [accepted, lost] = [acceptedBy(service), givenUp(history)];
			for (const { to } of all) {
				const [first, ...others] = told.get(to) ?? [];
				// Who was posted twice was meant twice.
				if (first === undefined || others.length > 0) continue;
				if (lost.some(({ text }) => text.includes(to))) continue;
				const { kind, messageId = '' } = first;
				const ids = accepted.get(to) ?? [];
				if (kind === 'refused' || kind === 'notSent') assert.deepEqual(ids, [], to);
				if (kind === 'accepted' || kind === 'recovered') assert.deepEqual(ids, [messageId], to);
			}
		},
	);
}
