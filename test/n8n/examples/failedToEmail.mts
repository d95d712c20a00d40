import assert from 'node:assert/strict';
import { saveCredential } from '../lib/credentials.mts';
import { addRows } from '../lib/dataTables.mts';
import { runWell } from '../lib/executions.mts';
import { withNode } from '../lib/workflows.mts';
import type { Stage } from './example.mts';
import { startMailbox } from './mailbox.mts';
import { endedMessages, publish, savePolling, type Check } from './published.mts';

/** The number that the local service cannot reach; what another program sends there fails. */
const CUSTOMER = { phone: '77015550501', name: 'Aigerim', email: 'aigerim@example.com' };

/** A customer gets each SMS that did not arrive as one e-mail; people who are no customers get none. */
export async function publishFailedToEmail({ session, file, service }: Stage): Promise<Check> {
	const { port, mails } = await startMailbox();
	const server = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const data = { user: '', password: '', ...server };
	const credentials = await saveCredential(session, 'smtp', 'Mail of the demo', data);
	const workflow = await savePolling(session, withNode(file, 'Send the e-mail', { credentials }));
	await runWell(session, workflow);
	await addRows(session, 'Customers', [CUSTOMER]);
	await publish(session, workflow, service);
	return async () => {
		const failed = endedMessages(service).filter(
			({ to, status }) => to === CUSTOMER.phone && status !== 'DELIVRD',
		);
		assert.ok(failed.length > 0);
		assert.equal(mails.length, failed.length);
		for (const { to, content } of mails) {
			assert.equal(to, CUSTOMER.email);
			assert.ok(content.includes(failed[0].text), content);
		}
		return [`${CUSTOMER.email} got once what did not reach ${CUSTOMER.phone}`];
	};
}
