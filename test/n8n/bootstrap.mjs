// Installs what the real n8n needs. Plain Node: at this point nothing is installed yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
/** Where there is no database driver to download, it is compiled: with few optimisations, in half the time. */
const QUICK_COMPILE = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** True when `node_modules` holds what the lockfile says, so that no install is needed. */
function matchesLockfile(dir) {
	// npm writes this copy at the end of an install that went well.
	const installedList = join(dir, 'node_modules', '.package-lock.json');
	if (!existsSync(installedList)) return false;
	const installed = packagesOf(installedList);
	return Object.entries(packagesOf(join(dir, 'package-lock.json'))).every(
		([path, { version, optional }]) =>
			path === '' || optional || installed[path]?.version === version,
	);
}

/** The parent of a process; undefined where the system does not say it, or the process has gone. */
function parentOf(pid) {
	try {
		// The name in brackets may hold spaces; state and parent follow it.
		return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
	} catch {
		return undefined;
	}
}

// npm passes a SIGTERM on to the shell between us only, and that shell to nobody: when either is gone we end, too.
const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
const begun = ancestors();
const watch = setInterval(() => {
	if (!process.env.npm_lifecycle_event || ancestors() === begun) return;
	clearInterval(watch);
	process.kill(process.pid, 'SIGTERM');
}, 500).unref();

/** Runs npm quietly; prints a line every few seconds, and the end of its log when it fails. */
async function npm(step, args, cwd, env = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-install-'));
	const logFile = join(folder, 'npm.log');
	const log = openSync(logFile, 'w');
	const startedAt = Date.now();
	const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
	console.log(`${step} ...`);
	const ticker = setInterval(() => console.log(`  ${step}: still at it, ${seconds()}`), 10_000);
	const options = { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] };
	const [code] = await once(spawn('npm', args, options), 'exit');
	clearInterval(ticker);
	closeSync(log);
	if (code !== 0) {
		const end = readFileSync(logFile, 'utf8').slice(-2_000);
		throw new Error(`${step}: npm ${args.join(' ')} failed.\n${end}\nWhole log: ${logFile}`);
	}
	rmSync(folder, { recursive: true });
	console.log(`  ${step}: done in ${seconds()}`);
}

async function installTools() {
	if (!matchesLockfile(ROOT)) await npm('Installing the tools', ['ci'], ROOT);
}

async function installN8n(folder) {
	if (!matchesLockfile(folder)) {
		const step = `Installing n8n into ${relative(ROOT, folder)} (2 GB, some minutes)`;
		// Aside, so that whoever checks the types meanwhile sees all of it or nothing.
		const aside = join(folder, '.node_modules');
		rmSync(aside, { recursive: true, force: true });
		mkdirSync(aside);
		for (const file of ['package.json', 'package-lock.json', '.npmrc'])
			copyFileSync(join(folder, file), join(aside, file));
		await npm(step, ['ci', '--no-audit', '--no-fund'], aside);
		rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
		renameSync(join(aside, 'node_modules'), join(folder, 'node_modules'));
		rmSync(aside, { recursive: true });
	}
	const binaries = ['sqlite3/build/Release/node_sqlite3.node', 'node/bin/node'];
	if (!binaries.every((file) => existsSync(join(folder, 'node_modules', file)))) {
		// Install scripts are switched off; only these two packages need theirs.
		const rebuild = ['rebuild', 'sqlite3', 'node', '--ignore-scripts=false'];
		await npm('Preparing the database driver and Node for n8n', rebuild, folder, QUICK_COMPILE);
	}
}

/**
 * Brings the tools of this repository and the n8n of a folder onto this machine, where they are missing
 * or outdated, both at once. Half an install does no harm: the next start sees that it is not complete.
 *
 * @param withTools false while another program installs the tools
 */
export async function bootstrap(folder = HERE, withTools = true) {
	if (Number(process.versions.node.split('.')[0]) < 20) {
		throw new Error(`Node 20 or newer is needed, this is ${process.version}`);
	}
	await Promise.all([withTools && installTools(), installN8n(folder)]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	await bootstrap(HERE, !process.argv.includes('--n8n')).catch((error) => {
		console.error(`\n${error.message}`);
		process.exit(1);
	});
}
