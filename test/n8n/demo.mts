// `npm start`: the packed package and the examples in a real n8n, against the local service. --once ends after the examples.
import { freePort } from './lib/machine.mts';
import { installInto } from './lib/package.mts';
import { conduct, options } from './lib/run.mts';
import { OWNER } from './lib/session.mts';
import { playExamples } from './examples/index.mts';

conduct(async (run) => {
	const userFolder = await run.folder();
	await installInto([userFolder]);
	const service = await run.service({ port: await freePort(8765) });
	// Its night is that of the account.
	const env = { GENERIC_TIMEZONE: service.timezone };
	const n8n = await run.n8n({ userFolder, port: 5678, env });
	await Promise.race([playExamples(n8n.url, service), n8n.failed]);
	console.log('\nAll went well.');
	if (options.once) return;
	run.stopCode = 0;
	// n8n's own first page would be that of its assistant.
	console.log(`
n8n            ${n8n.url}/home/workflows
  e-mail       ${OWNER.email}
  password     ${OWNER.password}
local service  ${service.url}
  shows messages and links as they move
log of n8n     ${n8n.logFile}

All times are in ${service.timezone}. Press Ctrl-C to stop everything; what you build goes with it.`);
	await n8n.failed;
});
