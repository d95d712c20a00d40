import assert from 'node:assert/strict';
import { mobizonNode } from '../../lib/workflows.mts';
import { Form } from '../lib/form.mts';
import { asSchema, executeStep } from '../lib/output.mts';
import { openIn, type World } from '../lib/world.mts';

export async function checkTrigger(world: World): Promise<void> {
	const { page, checks, service } = world;
	await checks.check('Trigger: messageTrigger fetches a test event', async () => {
		const to = '77010000061';
		for (const status of ['DELIVRD', 'UNDELIV', 'ACCEPTD'])
			service.store.addMessage({ to, status });
		const nodes = [mobizonNode(world.credentialId, 'Trigger', 'messageTrigger')];
		await openIn(world, { name: 'Trigger', nodes, connections: {} }, 'Trigger');
		const form = new Form(page);
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
