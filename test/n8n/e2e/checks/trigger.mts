import assert from 'node:assert/strict';
import { createWorkflow } from '../../lib/workflows.mts';
import { describeNode, displayedProperties } from '../lib/described.mts';
import { openNode, openWorkflow } from '../lib/editor.mts';
import { Form } from '../lib/form.mts';
import { asSchema, executeStep } from '../lib/output.mts';
import { mobizonNode, type World } from '../lib/world.mts';
import { checkFields, checkHints } from './fields.mts';

const TYPE = 'messageTrigger';
const NAME = 'When a message changes';

/** Opens a workflow that is only the trigger. */
async function openTrigger(world: World): Promise<Form> {
	const nodes = [await mobizonNode(world, NAME, TYPE)];
	const file = { name: 'Trigger', nodes, connections: {} };
	const { id } = await createWorkflow(world.session, file);
	await openWorkflow(world.page, id);
	await openNode(world.page, NAME);
	return new Form(world.page);
}

/** The trigger in the editor. */
export async function checkTrigger(world: World): Promise<void> {
	const { page, checks, session, service } = world;

	await checks.check('Trigger: shows its fields for each choice of events', async () => {
		const form = await openTrigger(world);
		const description = await describeNode(session, TYPE);
		const choices = description.properties.find(({ name }) => name === 'triggerOn')?.options ?? [];
		assert.ok(choices.length > 1);
		for (const choice of choices) {
			if (!('value' in choice)) continue;
			await form.choose('triggerOn', choice.name);
			const expected = displayedProperties(description, { triggerOn: String(choice.value) });
			await checkFields(form, expected);
			// This choice shows all fields; their hints are the same for the others.
			if (choice.value === 'selected') await checkHints(form, expected);
		}
	});

	await checks.check('Trigger: fetches a test event', async () => {
		const to = '77010000061';
		for (const status of ['DELIVRD', 'UNDELIV', 'ACCEPTD'])
			service.store.addMessage({ to, status });
		const form = await openTrigger(world);
		const button = page.getByTestId('node-execute-button');
		assert.match(await button.innerText(), /fetch test event/i);
		await form.add('filters', 'To');
		await form.fill('to', '0000061');
		const { execution, rows, text } = await executeStep(page, session);
		assert.equal(execution.status, 'success', text);
		assert.deepEqual(rows.map(({ status }) => status).sort(), ['DELIVRD', 'UNDELIV']);
		assert.ok(rows.every((row) => row.to === to && row.final === 'true' && row.eventId !== ''));
		assert.notEqual(rows[0].eventId, rows[1].eventId);
		await asSchema(page, () => world.picture('trigger'));
	});
}
