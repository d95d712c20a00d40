import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { runWorkflow } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';
import { executionsOf, postWebhook } from '../lib/webhooks.mts';
import { activateWorkflow, createWorkflow, type WorkflowFile } from '../lib/workflows.mts';

export const CART_FILE = 'abandoned-cart.json';

const LEFT = { cartId: 'c-1', name: 'Aigerim', recipient: '+7 701 555 09 00' };
const ORDERED = { cartId: 'c-2', name: 'Boris', recipient: '+7 701 555 09 02' };

/** A demo cannot wait for an hour. */
function hurried(file: WorkflowFile): WorkflowFile {
	const nodes = file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.wait'
			? { ...node, parameters: { amount: 3, unit: 'seconds' } }
			: node,
	);
	return { ...file, nodes };
}

/** One cart is left and posted twice, another one is ordered in time: one person gets one SMS. */
export async function checkAbandonedCart(
	session: Session,
	file: WorkflowFile,
	service: LocalService,
	n8nUrl: string,
): Promise<string[]> {
	const workflow = await createWorkflow(session, hurried(file));
	const byHand = await runWorkflow(session, workflow);
	assert.equal(byHand.status, 'success', byHand.error?.message);
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
