import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { executionsOf } from '../../lib/webhooks.mts';
import { addAfter, beginWith, done, nameWorkflow, publishInEditor } from '../lib/build.mts';
import { pictureOfCanvas } from '../lib/canvas.mts';
import { Form } from '../lib/form.mts';
import { asGuest } from '../lib/guest.mts';
import type { World } from '../lib/world.mts';

const FORM = 'On form submission';
const SEND = 'Send an SMS';
const CSV = 'name,phone\nAigerim,+7 701 555 09 00\nBoris,8 (701) 555-09-02\nTypo,+7 701 555\n';

/** A form that takes a file, an SMS to each of its rows, and a file of the rows that were refused. */
async function build({ page }: World): Promise<void> {
	const form = new Form(page);
	await beginWith(page, { search: 'form', node: 'n8n Form', action: 'On new n8n Form event' });
	await form.fill('formTitle', 'An SMS to each customer');
	await form.addTo('formFields');
	await form.fill('fieldLabel', 'Customers');
	await form.choose('fieldType', 'File');
	await done(page, FORM);

	await addAfter(page, FORM, {
		search: 'csv',
		node: 'Extract from File',
		action: 'Extract from CSV',
	});
	await form.fill('binaryPropertyName', 'Customers');
	await done(page, 'Extract from File');

	await addAfter(page, 'Extract from File', {
		search: 'sms',
		node: 'Mobizon Message',
		action: SEND,
	});
	await form.fill('recipient', '{{ $json.phone }}');
	await form.fill('text', 'Hello {{ $json.name }}, we are open again from Monday!');
	await form.onError('Continue (using error output)');
	await done(page, SEND);

	await addAfter(
		page,
		SEND,
		{ search: 'csv', node: 'Convert to File', action: 'Convert to CSV' },
		1,
	);
	await done(page, 'Convert to File');
}

/** Uploads a file by the published form, as a customer's browser does. */
async function upload(guest: Page, address: string): Promise<void> {
	await guest.goto(address);
	const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
	await guest.locator('input[type="file"]').setInputFiles(file);
	await guest.getByRole('button', { name: 'Submit' }).click();
	await guest.getByText('Form Submitted').waitFor();
}

/** A shop with a spreadsheet: from an empty canvas to SMS that are sent. */
export async function checkWayOfAShop(world: World): Promise<void> {
	const { page, checks, session, service, n8nUrl } = world;
	await checks.check(
		'From an empty canvas: a file by form, an SMS to each row, the refused rows',
		async () => {
			await build(world);
			await nameWorkflow(page, 'SMS to each customer');
			await pictureOfCanvas(world, 'way-file');
			const workflow = await publishInEditor(world);
			const trigger = workflow.nodes.find(({ name }) => name === FORM);

			const before = service.store.messages.size;
			await asGuest(page, (guest) => upload(guest, `${n8nUrl}/form/${trigger?.webhookId}`));
			const [execution] = await executionsOf(session, workflow, 1);
			const sent = [...service.store.messages.all()].slice(before);
			assert.deepEqual(sent.map(({ to, text }) => `${to} ${text}`).sort(), [
				'77015550900 Hello Aigerim, we are open again from Monday!',
				'77015550902 Hello Boris, we are open again from Monday!',
			]);
			assert.equal(execution.items(SEND).length, 2);
			const [refused] = execution.items(SEND, 1);
			assert.equal(refused.name, 'Typo');
			assert.match(String(refused.error), /"Recipient" is too short/);
			assert.equal(execution.items('Convert to File').length, 1);
		},
	);
}
