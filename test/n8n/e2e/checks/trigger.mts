import assert from 'node:assert/strict';
import { mobizonNode } from '../../lib/workflows.mts';
import { describeNode, displayedProperties } from '../lib/described.mts';
import { Form } from '../lib/form.mts';
import { asSchema, executeStep } from '../lib/output.mts';
import { openIn, type World } from '../lib/world.mts';
import { checkFields } from './operation.mts';

export async function checkTrigger(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	const form = new Form(page);
	const open = async (type: string) => {
		const nodes = [mobizonNode(world.credentialId, 'Trigger', type)];
		await openIn(world, { name: 'Trigger', nodes, connections: {} }, 'Trigger');
	};

	for (const type of ['messageTrigger', 'linkTrigger']) {
		await checks.check(`Trigger: ${type} shows its fields for each choice of events`, async () => {
			await open(type);
			const description = await describeNode(session, type);
			const { options = [] } =
				description.properties.find(({ name }) => name === 'triggerOn') ?? {};
			assert.ok(options.length > 1);
			for (const choice of options) {
				if (!('value' in choice)) continue;
				await form.choose('triggerOn', choice.name);
				const values = { triggerOn: String(choice.value) };
				const shown = displayedProperties(description, values);
				const fields = shown.filter((property) => property.type !== 'notice');
				await checkFields(form, fields);
			}
		});
	}

	await checks.check('Trigger: messageTrigger fetches a test event', async () => {
		const to = '77010000061';
		for (const status of ['DELIVRD', 'UNDELIV', 'ACCEPTD'])
			service.store.addMessage({ to, status });
		await open('messageTrigger');
		const button = page.getByTestId('node-execute-button');
		assert.match(await button.innerText(), /fetch test event/i);
		await form.add('filters', 'To');
		await form.fill('to', '0000061');
		const { execution, rows, text } = await executeStep(world);
		assert.equal(execution.status, 'success', text);
		assert.deepEqual(rows.map(({ status }) => status).sort(), ['DELIVRD', 'UNDELIV']);
		assert.ok(rows.every((row) => row.to === to && row.final === 'true' && row.eventId !== ''));
		assert.notEqual(rows[0].eventId, rows[1].eventId);
		await asSchema(page, () => world.picture('trigger'));
	});
}
