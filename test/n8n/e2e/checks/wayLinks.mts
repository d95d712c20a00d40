import assert from 'node:assert/strict';
import { until } from '../../lib/progress.mts';
import { executionsOf } from '../../lib/webhooks.mts';
import { deactivateWorkflow } from '../../lib/workflows.mts';
import {
	addAfter,
	addBeside,
	beginWith,
	done,
	nameWorkflow,
	publishPolling,
} from '../lib/build.mts';
import { pictureOfCanvas } from '../lib/canvas.mts';
import { openNode } from '../lib/editor.mts';
import { Form } from '../lib/form.mts';
import { chooseMode } from '../lib/locator.mts';
import { executeStep } from '../lib/output.mts';
import type { World } from '../lib/world.mts';

const MANUAL = 'When clicking ‘Execute workflow’';
const CREATE = 'Create a short link';
const STATISTICS = 'Get click statistics of a short link';
const CLICKED = 'On the first click of a link';
const TRIGGER = 'Mobizon Link Trigger';
const SEND = 'Send an SMS';

/** A short link made by hand and its clicks, and an SMS to the marketer when somebody opens it. Gives the link. */
async function build({ page, session }: World): Promise<string> {
	const form = new Form(page);
	await beginWith(page, { search: 'manual', node: 'Manual Trigger', staysClosed: true });

	await addAfter(page, MANUAL, { search: 'short link', node: 'Mobizon Link', action: CREATE });
	await form.fill('fullLink', 'https://example.com/spring-sale');
	await form.add('additionalFields', 'Comment');
	await form.fill('comment', 'spring-sale');
	const { rows, text } = await executeStep(page, session);
	assert.equal(rows.length, 1, text);
	await done(page, CREATE);

	await addAfter(page, CREATE, { search: 'short link', node: 'Mobizon Link', action: STATISTICS });
	await form.choose('output', 'Totals');
	await chooseMode(page, 'By ID', '{{ $json.id }}');
	await done(page, STATISTICS);

	await addBeside(page, { search: 'short link', node: 'Mobizon Link', action: CLICKED });
	await form.add('filters', 'Query');
	await form.fill('query', 'spring-sale');
	await done(page, TRIGGER);

	await addAfter(page, TRIGGER, { search: 'sms', node: 'Mobizon Message', action: SEND });
	await form.fill('recipient', '+7 701 555 09 10');
	await form.fill('text', '{{ $json.comment }} was opened for the first time');
	await done(page, SEND);
	return rows[0].shortLink;
}

/** A marketer with short links: from an empty canvas to an SMS at the first click. */
export async function checkWayOfAMarketer(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	await checks.check(
		'From an empty canvas: a short link, its clicks, an SMS at the first',
		async () => {
			const shortLink = await build(world);
			await nameWorkflow(page, 'Spring sale');
			await pictureOfCanvas(world, 'way-links');
			const workflow = await publishPolling(world, {
				method: 'Link/List',
				part: 'sort[createTs]=DESC',
			});
			for (let reader = 0; reader < 2; reader++) {
				assert.equal((await fetch(shortLink, { redirect: 'manual' })).status, 302);
			}
			await openNode(page, STATISTICS);
			const { rows, text } = await executeStep(page, session);
			assert.equal(rows[0]?.clicks, '2', text);

			const isMine = ({ to }: { to: string }) => to === '77015550910';
			const mine = await until(
				'The SMS at the first click',
				async () => {
					const found = [...service.store.messages.all()].filter(isMine);
					return found.length > 0 ? found : undefined;
				},
				{ timeout: 150_000 },
			);
			assert.deepEqual(
				mine.map(({ text }) => text),
				['spring-sale was opened for the first time'],
			);
			await executionsOf(session, workflow, 1);
			// Its polls would be seen among the calls of other checks.
			await deactivateWorkflow(session, workflow);
		},
	);
}
