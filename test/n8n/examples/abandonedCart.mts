import assert from 'node:assert/strict';
import { postWebhook } from '../lib/webhooks.mts';
import { withNode } from '../lib/workflows.mts';
import { only, type Play } from './stage.mts';

const LEFT = { cartId: 'c-1', name: 'Aigerim', recipient: '+7 701 555 09 00' };
const ORDERED = { cartId: 'c-2', name: 'Boris', recipient: '+7 701 555 09 02' };

/** A demo cannot wait for an hour. */
const HURRIED = { parameters: { amount: 3, unit: 'seconds' } };

/** One cart is left and posted twice, another one is ordered in time: one person gets one SMS. */
export const checkAbandonedCart: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const workflow = await stage.save(withNode(stage.file, 'An hour', HURRIED));
	await stage.run(workflow);
	await session.activate(workflow);
	const messages = stage.listen();
	for (const cart of [LEFT, ORDERED, LEFT]) await postWebhook(n8nUrl, 'cart-left', cart);
	await postWebhook(n8nUrl, 'cart-ordered', { cartId: ORDERED.cartId });
	await session.executionsOf(workflow, 4);
	const { to, text } = only(messages(), 'message');
	assert.equal(to, '77015550900');
	return [`${to} got once: "${text}"`, `${ORDERED.name} has ordered, and got nothing`];
};
