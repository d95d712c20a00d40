// `npm start`: the packed package and the examples in a real n8n, against the local service. --once ends after the examples.
import { conduct, options } from './lib/run.mts';
import { OWNER } from './lib/session.mts';
import { NIGHT, playExamples } from './examples/index.mts';

conduct(async (run) => {
	const service = { port: 8765 };
	const { n8n, ...started } = await run.product({ service, port: 5678, env: NIGHT });
	await playExamples(n8n.url, started.service);
	console.log('\nAll went well.');
	if (options.once) return;
	run.stopCode = 0;
	// n8n's own first page would be that of its assistant.
	console.log(`
n8n            ${n8n.url}/home/workflows
  e-mail       ${OWNER.email}
  password     ${OWNER.password}
local service  ${started.service.url}
  shows messages and links as they move
log of n8n     ${n8n.logFile}

All times are in ${started.service.timezone}. Press Ctrl-C to stop everything; what you build goes with it.`);
	// Until it is stopped, or n8n ends.
	await new Promise(() => undefined);
});
