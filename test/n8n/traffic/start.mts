import type { LocalService } from '../../service/index.mts';
import { installInto } from '../lib/package.mts';
import type { Run } from '../lib/run/conduct.mts';
import { accountAt, logIn } from '../lib/session.mts';
import type { SavedWorkflow, WorkflowFile } from '../lib/workflows.mts';

/** Makes a workflow whose nodes use the credential of this id. */
type Maker = (credentialId: string) => WorkflowFile;

/** Logs in, connects the account of this key, and publishes workflows, one of which has a trigger. */
export async function publishAll(
	n8nUrl: string,
	service: LocalService,
	makers: Maker[],
	key?: string,
) {
	const session = await logIn(n8nUrl);
	const credentialId = await session.createCredential(accountAt(service, key));
	const workflows: SavedWorkflow[] = [];
	for (const make of makers) workflows.push(await session.publish(make(credentialId)));
	return { session, credentialId, workflows };
}

/** A local service, an n8n with one process and SQLite, and published workflows. */
export async function startRegular(
	run: Run,
	makers: Maker[],
	options: {
		port: number;
		service?: Parameters<Run['service']>[0];
		key?: string;
		env?: Record<string, string>;
	},
) {
	const { port, service: settings, key, env } = options;
	const userFolder = await run.folder();
	await installInto([userFolder]);
	const service = await run.service({ ...settings, ...(key && { keys: [key] }) });
	const n8n = await run.n8n({ userFolder, port, env });
	const published = await publishAll(n8n.url, service, makers, key);
	return { userFolder, service, n8n, ...published, checks: run.checks };
}
