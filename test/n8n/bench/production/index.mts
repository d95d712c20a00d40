import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { step, until } from '../../lib/progress.mts';
import type { Run } from '../../lib/run/conduct.mts';
import { logIn, type Session } from '../../lib/session.mts';
import { triggerWorkflow } from '../../traffic/workflows.mts';
import { startService, type Remote } from '../lib/service.mts';
import { CONTENDERS, measureCrowds, type Row } from './crowds.mts';
import { startQueue, startRegular } from './systems.mts';

const CHANGES = 12;
/** Of the workflow, in ms. */
const INTERVAL = 5_000;

/** From the poll that was due after a change of status until the workflow has begun, in ms. */
export interface Lag {
	system: string;
	median: number;
	longest: number;
}

/** The service changes messages one after another, each at another moment between two polls. */
export async function measureLag(
	system: string,
	session: Session,
	credentialId: string,
	remote: Remote,
): Promise<Lag> {
	const ids = await remote.addMessages(CHANGES, { status: 'ENQUEUD' });
	const workflow = await session.publish(triggerWorkflow('any')(credentialId));
	type Started = { results: Array<{ id: string; startedAt: string }> };
	const path = `/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ workflowId: workflow.id }))}`;
	const newest = async () => (await session.call<Started>('GET', path)).results.at(0);
	const lags: number[] = [];
	await step(`${system}: changes until their workflow begins`, async () => {
		for (const [n, id] of ids.entries()) {
			const before = (await newest())?.id;
			await sleep(INTERVAL - (Date.now() % INTERVAL) + ((n + 0.5) * INTERVAL) / CHANGES);
			const changedAt = Date.now();
			await remote.post('status', { id, status: 'DELIVRD' });
			const begun = await until('The workflow begins', async () => {
				const last = await newest();
				return last?.id !== before && last;
			});
			const due = Math.ceil(changedAt / INTERVAL) * INTERVAL;
			lags.push(Date.parse(begun.startedAt) - due);
		}
	});
	await session.deactivate(workflow);
	lags.sort((a, b) => a - b);
	return { system, median: lags[Math.floor(lags.length / 2)], longest: lags[lags.length - 1] };
}

const SYSTEMS = { regular: startRegular, queue: startQueue };

/** Measures what executions of published workflows cost, in n8n as it is used. */
export async function measureProduction(
	run: Run,
	only: string,
): Promise<{ rows: Row[]; lags: Lag[] }> {
	const rows: Row[] = [];
	const lags: Lag[] = [];
	for (const [name, start] of Object.entries(SYSTEMS)) {
		if (!name.includes(only)) continue;
		const service = await startService();
		run.undo(service.stop);
		const system = await start(run);
		const { timezone } = await service.state();
		const session = await logIn(system.url);
		const account = { server: 'other', baseUrl: service.url, apiKey: DEFAULT_KEY, timezone };
		const credentialId = await session.createCredential(account);
		for (const { workflow } of CONTENDERS)
			await session.publish(workflow(credentialId, service.url));
		rows.push(...(await measureCrowds(system)));
		lags.push(await measureLag(system.name, session, credentialId, service));
		await system.end();
		service.stop();
	}
	return { rows, lags };
}
