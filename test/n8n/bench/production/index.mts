import type { Run } from '../../lib/run/conduct.mts';
import { logIn } from '../../lib/session.mts';
import { startService } from '../lib/service.mts';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { CONTENDERS } from './contenders.mts';
import { measureCrowds, type Row } from './measure.mts';
import { measureLag, type Lag } from './poll.mts';
import { startQueue, startRegular } from './systems.mts';

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
