import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Engine tests run `dist/`, unit tests the source: a build that is older would prove nothing. */
function refuseStaleBuild() {
	const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const stale = ['nodes', 'credentials']
		.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
		.filter((file) => file.endsWith('.ts'))
		.find((file) => changedAt(join('dist', file.replace(/ts$/, 'js'))) < changedAt(file));
	if (stale) throw new Error(`dist/ is older than ${stale}: run "npm run build" first.`);
}

/** Before all tests: a folder for what n8n-core writes, which goes when the run ends, however it ends. */
function giveUserFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-test-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

export default function prepare() {
	refuseStaleBuild();
	giveUserFolder();
}
