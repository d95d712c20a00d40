import assert from 'node:assert/strict';
import { parametersOf } from '../lib/calls.mts';
import { Form } from '../lib/form.mts';
import { chooseMode } from '../lib/locator.mts';
import { executeStep } from '../lib/output.mts';
import { openFreshNode, type World } from '../lib/world.mts';

const PEOPLE = [
	{ name: 'Aigerim', phone: '77010000031' },
	{ name: 'Boris', phone: '77010000032' },
];

/** Values that are expressions are read item by item. */
export async function checkExpressions(world: World): Promise<void> {
	const { page, checks, service, session } = world;

	await checks.check('Expressions: recipient, text and time of every item', async () => {
		const parameters = { resource: 'message', operation: 'send' };
		await openFreshNode(world, { type: 'message', items: PEOPLE, more: { parameters } });
		const form = new Form(page);
		await form.fill('recipient', '{{ $json.phone }}');
		await form.fill('text', 'Dear {{ $json.name }}');
		await form.add('additionalFields', 'Send At');
		await form.express('deferredToTs', '{{ $now.plus(2, "hours") }}');
		assert.equal(await form.resolved('text'), 'Dear Aigerim');
		const before = service.calls.length;
		const { rows, text } = await executeStep(page, session);
		assert.equal(rows.length, 2, text);
		// Sent at the same time, they may arrive in any order.
		const sent = service.calls
			.slice(before)
			.map(parametersOf)
			.sort((a, b) => String(a.recipient).localeCompare(String(b.recipient)));
		assert.deepEqual(
			sent.map(({ recipient, text }) => ({ recipient, text })),
			PEOPLE.map(({ name, phone }) => ({ recipient: phone, text: `Dear ${name}` })),
		);
		assert.match(JSON.stringify(sent[0].params), /"deferredToTs":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/);
	});

	await checks.check('Expressions: the link of every item', async () => {
		const links = [1, 2].map((index) => service.store.addLink({ comment: `of item ${index}` }));
		const items = links.map(({ id }) => ({ linkId: id }));
		const parameters = { resource: 'link', operation: 'get' };
		await openFreshNode(world, { type: 'link', items, more: { parameters } });
		await chooseMode(page, 'By ID', '{{ $json.linkId }}');
		const { rows, text } = await executeStep(page, session);
		assert.deepEqual(
			rows.map(({ comment }) => comment),
			['of item 1', 'of item 2'],
			text,
		);
	});
}
