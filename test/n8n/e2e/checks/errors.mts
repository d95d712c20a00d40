import assert from 'node:assert/strict';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { executeStep } from '../lib/output.mts';
import { openFreshNode, type World } from '../lib/world.mts';

/** What the editor shows of a failure. */
export async function checkErrors(world: World): Promise<void> {
	const { page, checks, service } = world;

	const stops = 'Errors: the workflow stops, and says what was sent and what was not';
	await checks.check(stops, async () => {
		const items = [{ phone: '77010000041' }, { phone: '7700' }];
		const parameters = { resource: 'message', operation: 'send', text: 'Hi' };
		const recipient = '={{ $json.phone }}';
		await openFreshNode(world, {
			type: 'message',
			items,
			parameters: { ...parameters, recipient },
		});
		const { execution, text } = await executeStep(world);
		assert.equal(execution.status, 'error');
		assert.match(text, /item 2/i);
		assert.match(text, /recipient/i);
	});

	// Raw errors of the network hold the address of the call, and with it the key.
	await checks.check('Errors: a broken connection is shown without the key', async () => {
		const parameters = { resource: 'link', operation: 'create', fullLink: 'https://example.com' };
		await openFreshNode(world, { type: 'link', parameters });
		service.faults.add({ method: 'Link/Create', kind: { drop: 'after' } });
		const { execution, text } = await executeStep(world);
		assert.equal(execution.status, 'error');
		assert.match(text, /connection broke/);
		assert.ok(!(await page.content()).includes(DEFAULT_KEY));
	});
}
