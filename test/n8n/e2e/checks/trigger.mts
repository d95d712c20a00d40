import assert from 'node:assert/strict';
import { createWorkflow } from '../../lib/workflows.mts';
import { describeNode, displayedProperties } from '../lib/described.mts';
import { openNode, openWorkflow } from '../lib/editor.mts';
import { Form } from '../lib/form.mts';
import { asSchema, executeStep } from '../lib/output.mts';
import { mobizonNode, type World } from '../lib/world.mts';
import { checkFields, checkHints } from './fields.mts';

/** Opens a workflow that is only the trigger. */
async function openTrigger(world: World, type: string): Promise<Form> {
	const nodes = [await mobizonNode(world, NAME, type)];
	const file = { name: 'Trigger', nodes, connections: {} };
	const { id } = await createWorkflow(world.session, file);
	await openWorkflow(world.page, id);
	await openNode(world.page, NAME);
	return new Form(world.page);
}

const NAME = 'When something changes';

/** The triggers, each with the choice of events that shows all its fields. */
const TRIGGERS = [
	['messageTrigger', 'selected'],
	['linkTrigger', 'threshold'],
];

/** The triggers in the editor. */
export async function checkTrigger(world: World): Promise<void> {
	const { page, checks, session, service } = world;

	for (const [type, widest] of TRIGGERS) {
		await checks.check(`Trigger: ${type} shows its fields for each choice of events`, async () => {
			const form = await openTrigger(world, type);
			const description = await describeNode(session, type);
			const choices =
				description.properties.find(({ name }) => name === 'triggerOn')?.options ?? [];
			assert.ok(choices.length > 1);
			for (const choice of choices) {
				if (!('value' in choice)) continue;
				await form.choose('triggerOn', choice.name);
				const values = { triggerOn: String(choice.value) };
				const expected = displayedProperties(description, values).filter(
					(property) => property.type !== 'notice',
				);
				await checkFields(form, expected);
				// The hints of the fields are the same for the other choices.
				if (choice.value === widest) await checkHints(form, expected);
			}
		});
	}

	await checks.check('Trigger: linkTrigger fetches a test event', async () => {
		const { id, code } = service.store.addLink({ comment: 'watched' });
		service.store.addLink({ comment: 'watched, never clicked' });
		service.store.click(code, service.now());
		const form = await openTrigger(world, 'linkTrigger');
		await form.add('filters', 'Query');
		await form.fill('query', 'watched');
		const { execution, rows, text } = await executeStep(page, session);
		assert.equal(execution.status, 'success', text);
		assert.deepEqual(
			rows.map((row) => [row.id, row.clickCnt]),
			[[id, '1']],
		);
	});

	await checks.check('Trigger: messageTrigger fetches a test event', async () => {
		const to = '77010000061';
		for (const status of ['DELIVRD', 'UNDELIV', 'ACCEPTD'])
			service.store.addMessage({ to, status });
		const form = await openTrigger(world, 'messageTrigger');
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
