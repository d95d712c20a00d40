import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, node } from '../../lib/workflows.mts';
import { openActions, searchPicker } from '../lib/build.mts';
import { describeNode, operationsOf } from '../lib/described.mts';
import { openWorkflow } from '../lib/editor.mts';
import type { World } from '../lib/world.mts';

const LINK = 'Mobizon Link';
/** n8n lists a trigger together with the node of its name. */
const MESSAGE = 'Mobizon Message';

/** What people look for, and what they must find. */
const SEARCHES: Array<[searches: string[], expected: string[]]> = [
	[
		['mobizon', 'marketing'],
		[LINK, MESSAGE],
	],
	[['short link', 'url shortener', 'tracking'], [LINK]],
	[['sms', 'sms campaign', 'bulk sms', 'otp', '2fa', 'phone', 'text message'], [MESSAGE]],
	[['approval', 'human review', 'notification', 'opt-out'], [MESSAGE]],
];

/** What the list says of each node and its trigger. */
const NODES = [
	['link', LINK, 'Make short links, count their clicks, and start workflows when they are clicked'],
	['message', MESSAGE, 'Send SMS, follow their delivery, and start workflows when it changes'],
];

export async function checkPicker(world: World): Promise<void> {
	const { page, checks, session } = world;
	const nodes = [node('Start', MANUAL_TRIGGER)];
	const { id } = await session.createWorkflow({ name: 'Picker', nodes, connections: {} });
	const openPicker = async () => {
		await openWorkflow(page, id);
		await page.getByTestId('node-creator-plus-button').click();
	};
	const searchBar = page.getByTestId('node-creator-search-bar');
	const searches = SEARCHES.flatMap(([all, found]) => all.map((text) => [text, found] as const));
	for (const [text, expected] of searches) {
		await checks.check(`Node picker: "${text}" finds ${expected.join(' and ')}`, async () => {
			if (!(await searchBar.isVisible())) await openPicker();
			const names = await searchPicker(page, text, expected);
			const ours = names.filter((name) => name.startsWith('Mobizon'));
			assert.deepEqual(ours.sort(), expected);
			if (text === 'mobizon') await world.picture('node-picker');
		});
	}
	for (const [type, name, says] of NODES) {
		await checks.check(`Node picker: ${name} offers its actions`, async () => {
			await openPicker();
			await searchPicker(page, 'mobizon', [name]);
			await page.getByText(says).first().waitFor();
			const offered = await openActions(page, name);
			const operations = operationsOf(await describeNode(session, type));
			const actions = operations.map(({ action }) => action);
			const ours = offered.filter((text) => actions.includes(text));
			assert.equal(ours[0], actions[0]);
			assert.deepEqual(new Set(ours), new Set(actions));
		});
	}
}
