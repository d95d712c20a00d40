import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { nodeForN8n, ROOT } from '../lib/paths.mts';

// n8n needs a newer Node than this repository: what is measured runs in the one that n8n would have.
const script = join(ROOT, 'test/n8n/bench/run.mts');
const flags = ['--expose-gc', '--import', 'tsx', script];
const child = spawn(nodeForN8n(), [...flags, ...process.argv.slice(2)], { stdio: 'inherit' });
const stop = () => void child.kill();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
const [code] = await once(child, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
