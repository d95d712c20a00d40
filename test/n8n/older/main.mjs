// `npm run e2e -- older`: the example workflows in older versions of n8n. Plain Node: at this point
// nothing is installed yet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from '../bootstrap.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Folders beside this file, each with the lockfile of one n8n. */
const VERSIONS = ['1.x', '2.0'];

try {
	const { values } = parseArgs({ options: { only: { type: 'string' } } });
	const wanted = VERSIONS.filter((version) => version === (values.only ?? version));
	if (wanted.length === 0) throw new Error(`--only takes one of ${VERSIONS.join(', ')}`);
	const folders = wanted.map((version) => join(HERE, version));
	for (const folder of folders) await bootstrap(folder);
	// Only now is there something that understands TypeScript.
	const { register } = await import('tsx/esm/api');
	register();
	const { runExamples } = await import('./examples.mts');
	runExamples(folders);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
