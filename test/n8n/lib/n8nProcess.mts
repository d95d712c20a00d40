import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tail } from './command.mts';
import { environmentFor } from './environment.mts';
import { spawnGroup } from './group.mts';
import { N8N_DIR, nodeForN8n } from './paths.mts';
import { freePort } from './ports.mts';
import { until } from './progress.mts';

export interface N8nOptions {
	userFolder: string;
	/** Where this n8n is installed. Default: the newest one. */
	n8nDir?: string;
	/** `start` is the main process; the others belong to queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** The port wanted; the next free one is taken when it is in use. Default 5678. */
	port?: number;
	/** Added to, and stronger than, the settings that all have in common. */
	env?: Record<string, string>;
}

export interface N8nProcess {
	url: string;
	port: number;
	logFile: string;
	/** Resolves with the exit code when the process has ended, whoever ended it. */
	exited: Promise<number | null>;
	/** Asks it to end, and kills it and all it started when it does not within 10 s. */
	stop(): Promise<void>;
	/** Kills it and all it started at once, as a power cut would. */
	kill(): Promise<void>;
}

/** Starts n8n and waits until it answers. Throws with the end of its log when it does not come up. */
export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { userFolder, n8nDir = N8N_DIR, command = 'start', env = {} } = options;
	const port = await freePort(options.port ?? 5678);
	const broker = await freePort(port + 1);
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `${command}-${port}.log`);
	const log = openSync(logFile, 'a');
	const { exited, signal } = spawnGroup(nodeForN8n(n8nDir), [join(n8nDir, 'bin', 'n8n'), command], {
		env: { ...process.env, ...environmentFor(userFolder, { http: port, broker }), ...env },
		cwd: userFolder,
		stdio: ['ignore', log, log],
	});
	let ended = false;
	void exited.then(() => (ended = true));

	const kill = async () => {
		signal('SIGKILL');
		await exited;
	};
	const stop = async () => {
		signal('SIGTERM');
		const timer = setTimeout(() => signal('SIGKILL'), 10_000);
		await exited;
		clearTimeout(timer);
	};
	const trouble = (what: string) =>
		new Error(
			`n8n ${command} ${what}. The end of ${logFile}:\n${tail(readFileSync(logFile, 'utf8'))}`,
		);
	const ready = async () => {
		if (ended) throw trouble('ended before it was ready');
		return isReady(url, command);
	};
	try {
		await until(`n8n ${command} (log: ${logFile})`, ready, { timeout: 120_000 });
		// n8n itself goes on without a package that it cannot load.
		const failure = /Failed to load package.*\n.*/.exec(readFileSync(logFile, 'utf8'));
		if (failure) throw new Error(`n8n ${command}: ${failure[0]}`);
	} catch (error) {
		await kill();
		throw error;
	}
	return { url, port, logFile, exited, stop, kill };
}

/**
 * While n8n starts up it answers every path with a page that says so; the settings are JSON only
 * when all is loaded. Workers and webhook processes have no settings, but a page of readiness.
 */
async function isReady(url: string, command: string): Promise<boolean> {
	const path = command === 'start' ? '/rest/settings' : '/healthz/readiness';
	try {
		const response = await fetch(url + path, { signal: AbortSignal.timeout(2_000) });
		await response.arrayBuffer();
		return response.ok && response.headers.get('content-type')?.includes('json') === true;
	} catch {
		return false;
	}
}
