import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, node } from '../../lib/workflows.mts';
import { openActions, searchPicker } from '../lib/build.mts';
import { describeNode, operationsOf } from '../lib/described.mts';
import { openWorkflow } from '../lib/editor.mts';
import type { World } from '../lib/world.mts';

/** n8n lists a trigger together with the node of its name. */
const NODES = { link: 'Mobizon Link', message: 'Mobizon Message' };

export async function checkPicker(world: World): Promise<void> {
	const { page, checks, session } = world;
	const nodes = [node('Start', MANUAL_TRIGGER)];
	const { id } = await session.createWorkflow({ name: 'Picker', nodes, connections: {} });
	for (const [type, name] of Object.entries(NODES)) {
		await checks.check(`Node picker: ${name} is found, and offers its actions`, async () => {
			await openWorkflow(page, id);
			await page.getByTestId('node-creator-plus-button').click();
			await searchPicker(page, 'mobizon', ...Object.values(NODES));
			await world.picture('node-picker');
			const offered = await openActions(page, name);
			const operations = operationsOf(await describeNode(session, type));
			const actions = operations.map(({ action }) => action);
			const ours = offered.filter((text) => actions.includes(text));
			assert.equal(ours[0], actions[0]);
			assert.deepEqual(new Set(ours), new Set(actions));
		});
	}
}
