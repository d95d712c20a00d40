// `npm start`: installs what is missing, then shows the nodes at work in a real n8n.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap, onStop, ROOT } from './bootstrap.mjs';

try {
	// --once: in a new folder, to the end of the story. --fresh: forgets what the last start has kept.
	parseArgs({ options: { once: { type: 'boolean' }, fresh: { type: 'boolean' } } });
	await bootstrap();
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}

const demo = spawn(
	process.execPath,
	['--import', 'tsx', 'test/n8n/demo.mts', ...process.argv.slice(2)],
	// The channel tells the demo that this process is gone, even when it was killed.
	{ cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
);
onStop((signal) => demo.kill(signal));
demo.once('exit', (code) => process.exit(code ?? 1));
