import type { LocalService } from '../../service/index.mts';
import { accountAt, logIn } from '../lib/session.mts';
import type { SavedWorkflow, WorkflowFile } from '../lib/workflows.mts';

/**
 * Logs in, connects the account of this key, and publishes workflows, one of which has a trigger.
 *
 * @param makers make the workflows, whose nodes use the credential of this id
 */
export async function publishAll(
	n8nUrl: string,
	service: LocalService,
	makers: Array<(credentialId: string) => WorkflowFile>,
	key?: string,
) {
	const session = await logIn(n8nUrl);
	const credentialId = await session.createCredential(accountAt(service, key));
	const workflows: SavedWorkflow[] = [];
	for (const make of makers) workflows.push(await session.publish(make(credentialId)));
	return { session, credentialId, workflows };
}
