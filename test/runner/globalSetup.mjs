import { execSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A source that was changed after it was built: engine tests run `dist/`, unit tests the source. */
function changedSource() {
	const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return ['nodes', 'credentials']
		.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
		.filter((file) => file.endsWith('.ts'))
		.find((file) => changedAt(join('dist', file.replace(/ts$/, 'js'))) < changedAt(file));
}

/** Before all tests: a folder for what n8n-core writes, which goes when the run ends, however it ends. */
function giveUserFolder() {
	// Of the run before, while Jest watches.
	if (process.env.N8N_USER_FOLDER?.startsWith(join(tmpdir(), 'n8n-test-'))) return;
	const folder = mkdtempSync(join(tmpdir(), 'n8n-test-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/** The local service is never asked by the proxy of who runs this: n8n takes it from the environment. */
function goDirectly() {
	const { no_proxy, NO_PROXY = '' } = process.env;
	process.env.no_proxy = `${no_proxy ?? NO_PROXY},127.0.0.1,localhost`;
}

/** Jest does this before each run, also while it watches: there it builds, elsewhere a stale build is refused. */
export default function prepare({ watch, watchAll }) {
	const changed = changedSource();
	if (changed && (watch || watchAll)) execSync('npm run --silent build', { stdio: 'inherit' });
	else if (changed) throw new Error(`dist/ is older than ${changed}: run "npm run build" first.`);
	giveUserFolder();
	goDirectly();
}
