import assert from 'node:assert/strict';
import { Form } from '../lib/form.mts';
import { executeStep, openBranch, readTable } from '../lib/output.mts';
import { openFreshNode, type World } from '../lib/world.mts';

const GOOD = '77010000041';
const SEND = {
	resource: 'message',
	operation: 'send',
	recipient: '={{ $json.phone }}',
	text: 'Hi',
};

/** A node that sends to two numbers; the service refuses the second. */
async function openSend(world: World): Promise<Form> {
	const items = [{ phone: GOOD }, { phone: '7700' }];
	await openFreshNode(world, { type: 'message', items, more: { parameters: SEND } });
	return new Form(world.page);
}

/** What users see of a failure, by what they have chosen under "On Error". */
export async function checkErrors(world: World): Promise<void> {
	const { page, checks, session } = world;

	await checks.check(
		'Errors: the workflow stops, and says what was sent and what was not',
		async () => {
			await openSend(world);
			const { execution, text } = await executeStep(page, session);
			assert.equal(execution.status, 'error');
			assert.match(text, /item 1/i);
			assert.match(text, /recipient/i);
		},
	);

	await checks.check('Errors: "Continue" gives an item with the error', async () => {
		const form = await openSend(world);
		await form.onError('Continue');
		const { execution, rows } = await executeStep(page, session);
		assert.equal(execution.status, 'success');
		assert.equal(rows.length, 2);
		assert.equal(rows[0].recipient, GOOD);
		assert.match(rows[1].error, /recipient/i);
	});

	await checks.check(
		'Errors: the error output gets the item that failed, and only that',
		async () => {
			const form = await openSend(world);
			await form.onError('Continue (using error output)');
			const { execution, rows } = await executeStep(page, session);
			assert.equal(execution.status, 'success');
			assert.deepEqual(
				rows.map(({ recipient }) => recipient),
				[GOOD],
			);
			await openBranch(page, 'Error');
			const failed = await readTable(page);
			assert.equal(failed.length, 1);
			assert.match(failed[0].error, /recipient/i);
		},
	);
}
