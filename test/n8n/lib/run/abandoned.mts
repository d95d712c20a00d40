import { readFileSync } from 'node:fs';

/** The parent of a process; undefined where the system does not tell, or the process has gone. */
function parentOf(pid: number): string | undefined {
	try {
		// The name in brackets may hold spaces; state and parent follow it.
		return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
	} catch {
		return undefined;
	}
}

/** Calls `stop` when a signal says so, or when whoever started us has gone without a word. */
export function watchForStop(stop: () => void): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
	// npm passes SIGTERM on to its shell only, and that shell to nobody: between us and the shell there
	// is the process that translates TypeScript.
	const [parent, grandparent] = [process.ppid, parentOf(process.ppid)];
	const timer = setInterval(() => {
		if (process.ppid === parent && parentOf(parent) === grandparent) return;
		clearInterval(timer);
		stop();
	}, 500);
	timer.unref();
}
