import assert from 'node:assert/strict';
import { runWell } from '../lib/executions.mts';
import { executionsOf, postWebhook } from '../lib/webhooks.mts';
import { activateWorkflow, createWorkflow, withNode } from '../lib/workflows.mts';
import type { Stage } from './example.mts';

export const CART_FILE = 'abandoned-cart.json';

const LEFT = { cartId: 'c-1', name: 'Aigerim', recipient: '+7 701 555 09 00' };
const ORDERED = { cartId: 'c-2', name: 'Boris', recipient: '+7 701 555 09 02' };

/** A demo cannot wait for an hour. */
const HURRIED = { parameters: { amount: 3, unit: 'seconds' } };

/** One cart is left and posted twice, another one is ordered in time: one person gets one SMS. */
export async function checkAbandonedCart({
	session,
	file,
	service,
	n8nUrl,
}: Stage): Promise<string[]> {
	const workflow = await createWorkflow(session, withNode(file, 'An hour', HURRIED));
	await runWell(session, workflow);
	await activateWorkflow(session, workflow);
	const before = service.store.messages.size;
	for (const cart of [LEFT, ORDERED, LEFT]) await postWebhook(n8nUrl, 'cart-left', cart);
	await postWebhook(n8nUrl, 'cart-ordered', { cartId: ORDERED.cartId });
	await executionsOf(session, workflow, 4);
	const [{ to, text }, ...others] = [...service.store.messages.all()].slice(before);
	assert.deepEqual(others, []);
	assert.equal(to, '77015550900');
	return [`${to} got once: "${text}"`, `${ORDERED.name} has ordered, and got nothing`];
}
