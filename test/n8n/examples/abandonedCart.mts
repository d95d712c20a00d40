import assert from 'node:assert/strict';
import { until } from '../lib/progress.mts';
import { postWebhook } from '../lib/webhooks.mts';
import { withNode } from '../lib/workflows.mts';
import { only, type Play } from './stage.mts';
import { startHour } from './standIns.mts';

const LEFT = { cartId: 'c-1', name: 'Aigerim', recipient: '+7 701 555 09 00' };
const ORDERED = { cartId: 'c-2', name: 'Boris', recipient: '+7 701 555 09 02' };

/** One cart is left and posted twice, another one is ordered in time: one person gets one SMS. */
export const checkAbandonedCart: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const { url, passes } = await startHour();
	const ask = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url } };
	const workflow = await stage.save(withNode(stage.file, 'An hour', ask));
	await stage.run(workflow);
	await session.activate(workflow);
	const messages = stage.listen();
	/** Waits until the cart is in the table: two notes of one cart at the same moment may become two rows. */
	const noted = (wanted: Record<string, unknown>) =>
		until('The cart in the table', async () => {
			const rows = await session.readDataTable('Carts');
			return rows.some((row) => Object.keys(wanted).every((name) => row[name] === wanted[name]));
		});
	const post = async (path: string, cart: typeof LEFT | { cartId: string }, note: object = {}) => {
		await postWebhook(n8nUrl, path, cart);
		await noted({ ...cart, ...note });
	};
	await post('cart-left', ORDERED);
	for (const cart of [LEFT, LEFT]) await post('cart-left', cart);
	await post('cart-ordered', { cartId: ORDERED.cartId }, { ordered: true });
	for (const ended of [2, 3, 4]) {
		await passes();
		await session.executionsOf(workflow, ended);
	}
	assert.equal(only(messages(), 'message').to, '77015550900');
};
