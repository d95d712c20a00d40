import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

export interface Group {
	child: ChildProcess;
	/** Resolves with the exit code when the first process has ended; null when a signal ended it. */
	exited: Promise<number | null>;
	/** Sends a signal to the process and all that it started. */
	signal(name: NodeJS.Signals): void;
}

/**
 * Starts a process as the head of a group of its own, so that it can be ended together with what it
 * started. Nothing of the group outlives this process.
 */
export function spawnGroup(command: string, args: string[], options: SpawnOptions): Group {
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
	const exited = new Promise<number | null>((resolve) => {
		child.once('error', () => resolve(null)).once('exit', resolve);
	}).finally(() => {
		// What it started may live a moment longer than itself.
		signal('SIGKILL');
		process.off('exit', atExit);
	});
	return { child, exited, signal };
}
