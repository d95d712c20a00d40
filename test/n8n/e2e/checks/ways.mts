import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkRows } from '../../examples/stage.mts';
import { startChat } from '../../examples/standIns.mts';
import type { SavedWorkflow } from '../../lib/workflows.mts';
import { build, publishInEditor } from '../lib/build.mts';
import { openNode } from '../lib/editor.mts';
import { executeStep } from '../lib/output.mts';
import { asGuest } from '../lib/phone.mts';
import { messagesIn, type World } from '../lib/world.mts';

const SMS = { search: 'sms', node: 'Mobizon Message' };
const SEND = { ...SMS, action: 'Send SMS', name: 'Send SMS' };

/** The ways of docs/first-workflows.md: from an empty canvas to a published workflow. */
export async function checkWays(world: World): Promise<void> {
	const way = (title: string, walk: (world: World) => Promise<void>) =>
		world.checks.check(`From an empty canvas: ${title}`, () => walk(world));
	await way('a file by form, an SMS to each row, the refused rows', shop);
	await way('a short link, its clicks, an SMS at the first', marketer);
	await way('failed messages go to a chat, each once', failures);
}

const FORM = 'On form submission';
const UPLOAD = { search: 'form', node: 'n8n Form', action: 'On new n8n Form event', name: FORM };
const [READ, WRITE] = ['Extract from File', 'Convert to File'];
const EXTRACT = { search: 'csv', node: READ, action: 'Extract from CSV', name: READ };
const CONVERT = { search: 'csv', node: WRITE, action: 'Convert to CSV', name: WRITE };
const CSV = 'name,phone\nAigerim,+7 701 555 09 00\nBoris,8 (701) 555-09-02\nTypo,+7 701 555\n';

/** Uploads a file by the published form, as a customer's browser does. */
async function upload(guest: Page, address: string): Promise<void> {
	await guest.goto(address);
	const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
	await guest.locator('input[type="file"]').setInputFiles(file);
	await guest.getByRole('button', { name: 'Submit' }).click();
	await guest.getByText('Form Submitted').waitFor();
}

async function shop(world: World): Promise<void> {
	const { page, session, n8n } = world;
	await build(world, 'SMS to each customer', 'way-file', [
		{
			...UPLOAD,
			async fill(form) {
				await form.fill('formTitle', 'An SMS to each customer');
				await form.addTo('formFields');
				await form.fill('fieldLabel', 'Customers');
				await form.choose('fieldType', 'File');
			},
		},
		{ ...EXTRACT, after: FORM, fill: (form) => form.fill('binaryPropertyName', 'Customers') },
		{
			...SEND,
			after: READ,
			async fill(form) {
				await form.fill('recipient', '{{ $json.phone }}');
				await form.fill('text', 'Hello {{ $json.name }}, we are open again from Monday!');
				await form.onError('Continue (using error output)');
			},
		},
		{ ...CONVERT, after: SEND.name, output: 1 },
	]);
	const workflow = await publishInEditor(world);
	const trigger = workflow.nodes.find(({ name }) => name === FORM);

	await asGuest(page, (guest) => upload(guest, `${n8n.url}/form/${trigger?.webhookId}`));
	const [execution] = await session.executionsOf(workflow, 1);
	const sent = messagesIn(world).map(({ to, text }) => `${to} ${text}`);
	assert.deepEqual(sent.sort(), [
		'77015550900 Hello Aigerim, we are open again from Monday!',
		'77015550902 Hello Boris, we are open again from Monday!',
	]);
	assert.equal(execution.items(SEND.name).length, 2);
	const [refused] = execution.items(SEND.name, 1);
	assert.equal(refused.name, 'Typo');
	assert.match(String(refused.error), /"Recipient" is too short/);
	assert.equal(execution.items(WRITE).length, 1);
}

/** Publishes what was built while `work` lasts: later, its polls would be seen among the calls of other checks. */
async function whilePublished(
	world: World,
	work: (workflow: SavedWorkflow) => Promise<void>,
): Promise<void> {
	const workflow = await publishInEditor(world);
	try {
		await work(workflow);
	} finally {
		await world.session.deactivate(workflow);
	}
}

const LINK = { search: 'short link', node: 'Mobizon Link' };
const MANUAL = 'When clicking ‘Execute workflow’';
const CREATE = 'Create short link';
const STATISTICS = 'Get click statistics of short link';
const CLICKED = { ...LINK, action: 'On first click of link', name: 'Mobizon Link Trigger' };

/** A marketer with a short link, who gets an SMS when somebody opens it. */
async function marketer(world: World): Promise<void> {
	const { page, session } = world;
	let shortLink = '';
	await build(world, 'Spring sale', 'way-links', [
		{ search: 'manual', node: 'Manual Trigger', name: MANUAL, staysClosed: true },
		{
			...LINK,
			action: CREATE,
			name: CREATE,
			after: MANUAL,
			async fill(form) {
				await form.fill('fullLink', 'https://example.com/spring-sale');
				await form.add('additionalFields', 'Comment');
				await form.fill('comment', 'spring-sale');
				const { rows, text } = await executeStep(world);
				assert.equal(rows.length, 1, text);
				shortLink = rows[0].shortLink;
			},
		},
		{
			...LINK,
			action: STATISTICS,
			name: STATISTICS,
			after: CREATE,
			async fill(form) {
				await form.choose('output', 'Totals');
				await form.locate('By ID', '{{ $json.id }}');
			},
		},
		{
			...CLICKED,
			async fill(form) {
				await form.add('filters', 'Query');
				await form.fill('query', 'spring-sale');
			},
		},
		{
			...SEND,
			after: CLICKED.name,
			async fill(form) {
				await form.fill('recipient', '+7 701 555 09 10');
				await form.fill('text', '{{ $json.comment }} was opened for the first time');
			},
		},
	]);
	await whilePublished(world, async (workflow) => {
		for (let reader = 0; reader < 2; reader++) {
			assert.equal((await fetch(shortLink, { redirect: 'manual' })).status, 302);
		}
		await openNode(page, STATISTICS);
		const counted = await executeStep(world);
		assert.equal(counted.rows[0]?.clicks, '2', counted.text);

		// It polls every minute.
		await session.executionsOf(workflow, 1);
		const text = 'spring-sale was opened for the first time';
		checkRows(messagesIn(world), [{ text }], 'messages');
	});
}

const FAILED = { ...SMS, action: 'Message failed', name: 'Mobizon Message Trigger' };
const HTTP = { search: 'http', node: 'HTTP Request', name: 'HTTP Request' };

/** Someone who wants failures in a chat. */
async function failures(world: World): Promise<void> {
	const chat = await startChat();
	await build(world, 'Failed SMS to the chat', 'way-failures', [
		FAILED,
		{
			...HTTP,
			after: FAILED.name,
			async fill(form) {
				await form.choose('method', 'POST');
				await form.fill('url', chat.url);
				await form.switch('sendBody');
				await form.fill('name', 'text');
				await form.fill('value', 'SMS to {{ $json.to }}: {{ $json.status }}');
			},
		},
	]);
	await whilePublished(world, async (workflow) => {
		const { store } = world.service;
		store.addMessage({ to: '77015550921', status: 'UNDELIV' });
		store.addMessage({ to: '77015550922', status: 'DELIVRD' });
		await world.session.executionsOf(workflow, 1);
		assert.deepEqual(chat.notices, ['SMS to 77015550921: UNDELIV']);
	});
}
