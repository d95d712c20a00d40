import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_KEY, type LocalService } from '../service/index.mts';
import { EXAMPLE_RUNS, PLAYED } from './examples.mts';
import type { Example, Run, Telling } from './examples/example.mts';
import { checkWatchers, publishWatchers, sendPastN8n } from './examples/watchers.mts';
import { accountAt, createCredential, testCredential } from './lib/credentials.mts';
import { runWell } from './lib/executions.mts';
import { EXAMPLES } from './lib/paths.mts';
import { step } from './lib/progress.mts';
import { logIn, type Session } from './lib/session.mts';
import { createWorkflow, type SavedWorkflow, type WorkflowFile } from './lib/workflows.mts';

const tell = (lines: string[]) => lines.forEach((line) => console.log(`    ${line}`));

const readExample = async (file: string): Promise<WorkflowFile> =>
	JSON.parse(await readFile(join(EXAMPLES, file), 'utf8'));

/** Makes the credential of the local service, and has n8n test it and one with a wrong key. */
async function connect(session: Session, service: LocalService): Promise<void> {
	const account = accountAt(service);
	const id = await createCredential(session, account);
	const good = await testCredential(session, id, account);
	assert.equal(good.status, 'OK', `credential test: ${good.message}`);
	const wrong = { ...account, apiKey: DEFAULT_KEY.replace(/./g, 'x') };
	const bad = await testCredential(session, id, wrong);
	assert.equal(bad.status, 'Error', 'the credential test must fail on a wrong key');
	tell([`the key of the account: ${good.message}`, `a wrong key: ${bad.message}`]);
}

/** Runs a workflow once; throws with the node and its message when it does not end well. */
async function run(session: Session, workflow: SavedWorkflow, service: LocalService): Promise<Run> {
	const before = service.calls.length;
	const execution = await runWell(session, workflow);
	return { execution, service, calls: service.calls.slice(before) };
}

async function play(
	session: Session,
	example: Example,
	service: LocalService,
	{ part }: Telling,
): Promise<void> {
	const workflow = await createWorkflow(session, await readExample(example.file));
	for (const scene of example.scenes) {
		await part(scene.title ?? `Workflow "${workflow.name}"`, async () => {
			scene.prepare?.(service);
			const ended = await run(session, workflow, service);
			tell(scene.check(ended));
			tell((await scene.afterwards?.(ended)) ?? []);
		});
	}
}

/**
 * The whole story: an owner, a credential, examples that start by themselves, the others one after the
 * other, and what the first ones made of everything that was sent. As a rule it throws at the first
 * thing that is not as it must be.
 */
export async function tellStory(
	n8nUrl: string,
	service: LocalService,
	telling: Telling = { part: step, has: () => true },
): Promise<void> {
	const { part, has } = telling;
	const session = await logIn(n8nUrl);
	await part('Credential', () => connect(session, service));
	const checks = await publishWatchers({ session, service, n8nUrl }, readExample, telling);
	for (const example of EXAMPLE_RUNS) {
		if (has(example.file)) await play(session, example, service, telling);
	}
	for (const [name, play] of PLAYED.filter(([name]) => has(name))) {
		const file = await readExample(name);
		await part(`Workflow "${file.name}"`, async () =>
			tell(await play({ session, file, service, n8nUrl })),
		);
	}
	await part('Another program sends two messages', async () => tell(await sendPastN8n(service)));
	await part('What the published workflows have done', async () =>
		tell(await checkWatchers(checks, service)),
	);
}
