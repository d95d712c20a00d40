import assert from 'node:assert/strict';
import { startChat } from '../../examples/chat.mts';
import { until } from '../../lib/progress.mts';
import { deactivateWorkflow } from '../../lib/workflows.mts';
import { addAfter, beginWith, done, nameWorkflow, publishPolling } from '../lib/build.mts';
import { pictureOfCanvas } from '../lib/canvas.mts';
import { Form } from '../lib/form.mts';
import type { World } from '../lib/world.mts';

const TRIGGER = 'Mobizon Message Trigger';

/** What failed goes on to a chat. */
async function build({ page }: World, chatUrl: string): Promise<void> {
	const form = new Form(page);
	await beginWith(page, { search: 'sms', node: 'Mobizon Message', action: 'Message failed' });
	await done(page, TRIGGER);

	await addAfter(page, TRIGGER, { search: 'http', node: 'HTTP Request' });
	await form.choose('method', 'POST');
	await form.fill('url', chatUrl);
	await form.switch('sendBody');
	await form.fill('name', 'text');
	await form.fill('value', 'SMS to {{ $json.to }}: {{ $json.status }}');
	await done(page, 'HTTP Request');
}

/** Someone who wants failures in a chat: from an empty canvas to a notice. */
export async function checkWayOfFailures(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	await checks.check('From an empty canvas: failed messages go to a chat, each once', async () => {
		const chat = await startChat();
		await build(world, chat.url);
		await nameWorkflow(page, 'Failed SMS to the chat');
		await pictureOfCanvas(world, 'way-failures');
		const workflow = await publishPolling(world, { method: 'Message/List', part: '=ASC' });
		for (const [to, status] of [
			['77015550921', 'UNDELIV'],
			['77015550922', 'DELIVRD'],
		])
			service.store.addMessage({ to, status });
		await until('The notice', async () => chat.notices.length > 0, {
			timeout: 150_000,
		});
		assert.deepEqual(chat.notices, ['SMS to 77015550921: UNDELIV']);
		// Its polls would be seen among the calls of other checks.
		await deactivateWorkflow(session, workflow);
	});
}
