import assert from 'node:assert/strict';
import { describeNode, operationsOf } from '../lib/described.mts';
import { Form } from '../lib/form.mts';
import {
	chooseAction,
	openActions,
	openPicker,
	openTriggerPicker,
	searchPicker,
} from '../lib/picker.mts';
import type { World } from '../lib/world.mts';

const LINK = 'Mobizon Link';
/** n8n lists a trigger together with the node of its name. */
const MESSAGE = 'Mobizon Message';

/** What people look for, and what they must find. */
const SEARCHES: Array<[string, string[]]> = [
	['mobizon', [LINK, MESSAGE]],
	['sms', [MESSAGE]],
	['short link', [LINK]],
];

/** The nodes in the list that n8n's users add nodes from. */
export async function checkPicker(world: World): Promise<void> {
	const { page, checks, session } = world;
	for (const [text, expected] of SEARCHES) {
		await checks.check(`Node picker: "${text}" finds ${expected.join(' and ')}`, async () => {
			await openPicker(world);
			await searchPicker(page, text, expected);
			if (text === 'mobizon') await world.picture('node-picker');
		});
	}
	for (const [type, name] of [
		['link', LINK],
		['message', MESSAGE],
	]) {
		await checks.check(`Node picker: ${name} offers its actions`, async () => {
			await openPicker(world);
			await searchPicker(page, 'mobizon', [name]);
			const offered = await openActions(page, name);
			const operations = operationsOf(await describeNode(session, type));
			const missing = operations.filter(({ action }) => !offered.includes(action));
			assert.deepEqual(missing, []);
		});
	}
	await checks.check('Node picker: an action sets resource and operation', async () => {
		await openPicker(world);
		await searchPicker(page, 'mobizon', [MESSAGE]);
		await openActions(page, MESSAGE);
		await chooseAction(page, 'Send an SMS');
		const form = new Form(page);
		assert.equal(await form.chosen('resource'), 'Message');
		assert.equal(await form.chosen('operation'), 'Send');
	});
	await checks.check('Node picker: a workflow can begin with the trigger', async () => {
		await openTriggerPicker(world);
		await searchPicker(page, 'mobizon', [MESSAGE]);
		await openActions(page, MESSAGE);
		await chooseAction(page, 'On delivered');
		assert.equal(await new Form(page).chosen('triggerOn'), 'Delivered');
	});
}
