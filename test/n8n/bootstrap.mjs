// Installs what the real n8n needs. Plain Node: at this point nothing is installed yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
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

async function npm(step, args, cwd, env = {}) {
	console.log(`${step} ...`);
	const options = { cwd, env: { ...process.env, ...env }, stdio: 'inherit' };
	const child = spawn('npm', ['--loglevel=error', ...args], options);
	// Where the other install fails, this one must not go on alone.
	process.once('exit', () => child.kill());
	const [code] = await once(child, 'exit');
	if (code !== 0) throw new Error(`${step}: npm ${args.join(' ')} failed`);
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
