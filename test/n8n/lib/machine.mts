import { execFile, spawn, type SpawnOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { step, until } from './progress.mts';

export type Group = ReturnType<typeof spawnGroup>;

/**
 * Starts a process as the head of a group of its own, so that it can be ended together with what it
 * started. Nothing of the group outlives this process.
 */
function spawnGroup(command: string, args: string[], options: SpawnOptions) {
	const child = spawn(command, args, { ...options, detached: true });
	const signal = (name: NodeJS.Signals) => {
		try {
			if (child.pid !== undefined) process.kill(-child.pid, name);
		} catch {
			// Nobody of the group is left.
		}
	};
	const atExit = () => signal('SIGKILL');
	process.once('exit', atExit);
	/** Resolves with the exit code when the first process has ended; null when a signal ended it. */
	const exited = new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null)).once('exit', resolve);
	}).finally(() => {
		// What it started may live a moment longer than itself.
		signal('SIGKILL');
		process.off('exit', atExit);
	});
	/** Asks it to end, and kills all when it has not within 10 s. */
	const stop = async (ask: () => void) => {
		ask();
		const timer = setTimeout(() => signal('SIGKILL'), 10_000);
		await exited;
		clearTimeout(timer);
	};
	return { child, exited, signal, stop };
}

/** The last lines of a log, enough to see what went wrong. */
const tail = (log: string) => log.trimEnd().split('\n').slice(-25).join('\n');

/** Starts a program that serves, and waits until it is ready. Throws with the end of its log when it does not come up. */
export async function startProgram(
	command: string,
	args: string[],
	logFile: string,
	isReady: () => Promise<boolean>,
	options: SpawnOptions,
): Promise<Group> {
	const log = openSync(logFile, 'a');
	const group = spawnGroup(command, args, { ...options, stdio: ['ignore', log, log] });
	let hasEnded = false;
	void group.exited.then(() => (hasEnded = true));
	const ready = async () => {
		if (hasEnded) throw new Error('it has ended');
		return await isReady();
	};
	await until('Ready', ready, { timeout: 300_000 }).catch(async (reason) => {
		await group.stop(() => group.signal('SIGKILL'));
		const end = tail(readFileSync(logFile, 'utf8'));
		throw new Error(`${command}: ${reason}. The end of ${logFile}:\n${end}`);
	});
	return group;
}

/**
 * Runs a command quietly and gives its standard output.
 * Throws an error that names the step and holds the end of what the command printed.
 */
export async function run(
	step: string,
	command: string,
	args: string[],
	cwd: string,
	more: Record<string, string> = {},
): Promise<string> {
	const options = { cwd, env: { ...process.env, ...more }, maxBuffer: Infinity };
	const { stdout } = await promisify(execFile)(command, args, options).catch((reason) => {
		const printed = tail([reason.stdout, reason.stderr || reason.message].join('\n'));
		throw new Error(`${step} failed: ${command} ${args.join(' ')}\n${printed}`);
	});
	return stdout;
}

/**
 * Installs packages of Debian. Throws where this process may not, or where there is no Debian, with
 * what to type; `otherwise` tells what else would do.
 */
export async function installPackages(packages: string[], otherwise = ''): Promise<void> {
	const names = packages.join(' ');
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(
			`Not found: ${names}. On Debian or Ubuntu: apt-get install ${names}${otherwise}`,
		);
	}
	const quiet = ['-y', '-q', '--no-install-recommends'];
	// Nobody is there to answer questions; and services stay off, since each run starts its own.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	await step(`Installing ${names}`, async () => {
		// A new machine has no list of packages yet, and an old list names files that are gone.
		await run('apt-get update', 'apt-get', ['update', '-q'], ROOT, env);
		await run('apt-get install', 'apt-get', ['install', ...quiet, ...packages], ROOT, env);
	});
}

/** A free port on 127.0.0.1: the one wanted, or any below those that outgoing connections have. */
export async function freePort(wanted = randomInt(10_000, 30_000)): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	const isFree = await once(server, 'listening').then(Boolean, () => false);
	if (!isFree) return freePort();
	await once(server.close(), 'close');
	return wanted;
}

/** The repository. Everything here is started from its root, by npm scripts. */
export const ROOT = resolve('.');
/** Where the n8n is that all but the older ones' run use. */
export const N8N_DIR = join(ROOT, 'test', 'n8n', 'node_modules', 'n8n');
export const EXAMPLES = join(ROOT, 'examples');

if (!existsSync(join(ROOT, 'test', 'n8n', 'package.json'))) {
	throw new Error(`Start this from the root of the repository, not from ${ROOT}`);
}

/** The Node installed beside an n8n: which one it needs depends on its version. */
export const nodeForN8n = (n8nDir = N8N_DIR): string => join(n8nDir, '..', '.bin', 'node');
