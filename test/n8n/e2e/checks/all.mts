import { accountAt, createCredential } from '../../lib/credentials.mts';
import type { World } from '../lib/world.mts';
import { checkAgentBySms } from './agent.mts';
import { checkApproval } from './approval.mts';
import { checkCredential } from './credential.mts';
import { checkErrors } from './errors.mts';
import { checkExpressions } from './expressions.mts';
import { LINK_SCENES } from './linkScenes.mts';
import { checkLocator } from './locator.mts';
import { MESSAGE_SCENES } from './messageScenes.mts';
import { checkOperations } from './operation.mts';
import { checkPicker } from './picker.mts';
import { checkSecret } from './secret.mts';
import { checkTemplates } from './template.mts';
import { checkTool } from './tool.mts';
import { checkTrigger } from './trigger.mts';
import { checkWayOfFailures } from './wayFailures.mts';
import { checkWayOfAMarketer } from './wayLinks.mts';
import { checkWayOfAShop } from './waySheet.mts';

/** Everything, in an order in which the first checks need nothing of the later ones. */
export async function checkAll(world: World, folder: string): Promise<void> {
	await checkPicker(world);
	await checkCredential(world);
	await connect(world);
	await checkWayOfAShop(world);
	await checkWayOfAMarketer(world);
	await checkWayOfFailures(world);
	await checkOperations(world, 'link', LINK_SCENES);
	await checkOperations(world, 'message', MESSAGE_SCENES);
	await checkTrigger(world);
	await checkTool(world);
	await checkApproval(world);
	await checkLocator(world);
	await checkExpressions(world);
	await checkErrors(world);
	await checkTemplates(world);
	// Leaves a credential of a model, which n8n would choose for pasted templates, and the logs open.
	await checkAgentBySms(world);
	await checkSecret(world, folder);
}

/** The account for all that follows, whatever became of those made by hand. */
async function connect({ session, service }: World): Promise<void> {
	const made = await session.call<Array<{ id: string }>>('GET', '/credentials');
	for (const { id } of made) await session.call('DELETE', `/credentials/${id}`);
	await createCredential(session, accountAt(service));
}
