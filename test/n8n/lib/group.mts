import { spawn, type SpawnOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';

export type Group = ReturnType<typeof spawnGroup>;

/**
 * Starts a process as the head of a group of its own, so that it can be ended together with what it
 * started. Nothing of the group outlives this process.
 */
export function spawnGroup(command: string, args: string[], options: SpawnOptions) {
	const child = spawn(command, args, { ...options, detached: true });
	/** Sends a signal to the process and all that it started. */
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
	/** Asks it to end, as a rule the whole group by SIGTERM, and kills all when it has not within 10 s. */
	const stop = async (ask = () => signal('SIGTERM')) => {
		ask();
		const timer = setTimeout(() => signal('SIGKILL'), 10_000);
		await exited;
		clearTimeout(timer);
	};
	return { child, exited, signal, stop };
}

/** True when the process has ended, whoever ended it. */
export const hasExited = ({ child: { exitCode, signalCode } }: Group): boolean =>
	exitCode !== null || signalCode !== null;

/** The last lines of a log, enough to see what went wrong. */
export const tail = (log: string, lines = 25) => log.trimEnd().split('\n').slice(-lines).join('\n');

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
	const env = { ...process.env, ...more };
	const { child, exited } = spawnGroup(command, args, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
	const [code, out, errors] = await Promise.all([exited, ...printed]);
	if (code === 0) return String(out);
	throw new Error(`${step} failed: ${command} ${args.join(' ')}\n${tail(`${out}\n${errors}`)}`);
}
