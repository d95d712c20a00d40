import assert from 'node:assert/strict';
import { DEFAULT_KEY } from '../../../service/index.mts';
import type { FaultKind } from '../../../service/faults.mts';
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
			assert.match(text, /item 2/i);
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

	await checkFaults(world);
}

/** What goes wrong on the way, and what the editor says of it. */
const FAULTS: Array<[string, FaultKind, RegExp]> = [
	['a broken connection', { drop: 'after' }, /connection broke/],
	['a web page in between', { html: true }, /web page came back/],
	['a bad gateway', { status: 502 }, /502/],
	['half an answer', { truncated: true }, /not what this service sends/],
	['trouble of the service', { code: 999 }, /code 999/],
];

/** Raw errors of the network hold the address of the call, and with it the key. */
async function checkFaults(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	const parameters = { resource: 'link', operation: 'create', fullLink: 'https://example.com' };
	for (const [what, kind, told] of FAULTS) {
		await checks.check(`Errors: ${what} is told, without the key`, async () => {
			await openFreshNode(world, { type: 'link', more: { parameters } });
			service.faults.add({ method: 'Link/Create', kind });
			const { execution, text } = await executeStep(page, session);
			assert.equal(execution.status, 'error');
			assert.match(text, told);
			assert.ok(!(await page.content()).includes(DEFAULT_KEY));
		});
	}
}
