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
	...['sms', 'sms campaign', 'bulk sms', 'otp', 'text message'].map((text): [string, string[]] => [
		text,
		[MESSAGE],
	]),
	['short link', [LINK]],
];

/** What the list says of each node and its trigger. */
const SAYS: Record<string, string> = {
	[LINK]: 'Make short links, count their clicks, and start workflows when they are clicked',
	[MESSAGE]: 'Send SMS, follow their delivery, and start workflows when it changes',
};

/** The nodes in the list that n8n's users add nodes from. */
export async function checkPicker(world: World): Promise<void> {
	const { page, checks, session } = world;
	for (const [text, expected] of SEARCHES) {
		await checks.check(`Node picker: "${text}" finds ${expected.join(' and ')}`, async () => {
			await openPicker(world);
			const names = await searchPicker(page, text, expected);
			const ours = names.filter((name) => name.startsWith('Mobizon'));
			assert.deepEqual(ours.sort(), [...expected].sort());
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
			await page.getByText(SAYS[name]).first().waitFor();
			const offered = await openActions(page, name);
			const operations = operationsOf(await describeNode(session, type));
			const actions = operations.map(({ action }) => action);
			assert.equal(
				offered.find((text) => actions.includes(text)),
				actions[0],
			);
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
		await chooseAction(page, 'Message delivered');
		assert.equal(await new Form(page).chosen('triggerOn'), 'Delivered');
	});
	await checks.check('Node picker: a workflow can begin with a click', async () => {
		await openTriggerPicker(world);
		await searchPicker(page, 'mobizon', [LINK]);
		await openActions(page, LINK);
		await chooseAction(page, 'On the first click of a link');
		assert.equal(await new Form(page).chosen('triggerOn'), 'First Click');
	});
}
