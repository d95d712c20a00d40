import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { addRows } from '../lib/dataTables.mts';
import { runWorkflow } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';
import type { WorkflowFile } from '../lib/workflows.mts';
import { startMailbox } from './mailbox.mts';
import { endedMessages, publish, savePolling, type Check } from './published.mts';

/** The number that the local service cannot reach; what another program sends there fails. */
const CUSTOMER = { phone: '77015550501', name: 'Aigerim', email: 'aigerim@example.com' };

/** A customer gets each SMS that did not arrive as one e-mail; people who are no customers get none. */
export async function publishFailedToEmail(
	session: Session,
	file: WorkflowFile,
	service: LocalService,
): Promise<Check> {
	const { port, mails } = await startMailbox();
	const name = 'Mail of the demo';
	const smtp = await session.call<{ id: string }>('POST', '/credentials', {
		...{ name, type: 'smtp' },
		data: { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true },
	});
	const nodes = file.nodes.map((node) =>
		node.name === 'Send the e-mail'
			? { ...node, credentials: { smtp: { id: smtp.id, name } } }
			: node,
	);
	const workflow = await savePolling(session, { ...file, nodes });
	const byHand = await runWorkflow(session, workflow);
	assert.equal(byHand.status, 'success', byHand.error?.message);
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
