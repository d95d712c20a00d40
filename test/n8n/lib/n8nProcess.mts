import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFor } from './environment.mts';
import { hasExited, spawnGroup, tail, type Group } from './group.mts';
import { N8N_DIR, nodeForN8n } from './paths.mts';
import { freePort } from './ports.mts';
import { until } from './progress.mts';

export interface N8nOptions {
	userFolder: string;
	/** What it is called in what is printed. Default: n8n. */
	name?: string;
	/** Where this n8n is installed. Default: the newest one. */
	n8nDir?: string;
	/** `start` is the main process; the others belong to queue mode. */
	command?: 'start' | 'worker';
	/** The port wanted; the next free one is taken when it is in use. Default 5678. */
	port?: number;
	/** Added to, and stronger than, the settings that all have in common. */
	env?: Record<string, string>;
}

/** A process of n8n, which may be ended and started again, at the same address. */
export class N8n {
	readonly name: string;
	url = '';
	port: number;
	logFile = '';
	/** Rejects when it has ended without being asked to. */
	readonly failed: Promise<never>;
	private group: Group | undefined;
	private isWanted = false;
	private fail: (reason: Error) => void = () => undefined;

	constructor(private readonly options: N8nOptions) {
		this.name = options.name ?? 'n8n';
		this.port = options.port ?? 5678;
		this.failed = new Promise((_, reject) => (this.fail = reject));
		this.failed.catch((reason: Error) => console.log(`  ${reason.message}`));
	}

	/** Of the process that runs now. */
	get pid(): number | undefined {
		return this.group?.child.pid;
	}

	/** Starts it and waits until it answers. Throws with the end of its log when it does not come up. */
	async start(): Promise<void> {
		const { userFolder, n8nDir = N8N_DIR, command = 'start', env = {} } = this.options;
		const port = await freePort(this.port);
		const broker = await freePort(port + 1);
		const [url, logFile] = [`http://127.0.0.1:${port}`, join(userFolder, `${command}-${port}.log`)];
		Object.assign(this, { port, url, logFile });
		const log = openSync(logFile, 'a');
		const group = spawnGroup(nodeForN8n(n8nDir), [join(n8nDir, 'bin', 'n8n'), command], {
			env: { ...process.env, ...environmentFor(userFolder, port, broker), ...env },
			cwd: userFolder,
			stdio: ['ignore', log, log],
		});
		this.group = group;
		const printed = () => readFileSync(logFile, 'utf8');
		const ready = async () => {
			if (hasExited(group)) throw new Error('it ended before it was ready');
			return isReady(url, command);
		};
		try {
			await until('ready', ready, { timeout: 300_000 });
			// n8n itself goes on without a package that it cannot load.
			const failure = /Failed to load package.*\n.*/.exec(printed());
			if (failure) throw new Error(failure[0]);
		} catch (error) {
			await this.kill();
			throw new Error(`${this.name}: ${error}. The end of ${logFile}:\n${tail(printed())}`);
		}
		this.isWanted = true;
		void group.exited.then((code) => {
			if (!this.isWanted || this.group !== group) return;
			this.fail(new Error(`${this.name} has ended by itself, code ${code}; log: ${logFile}`));
		});
	}

	/** Kills it and all it started at once, as a power cut would. */
	async kill(): Promise<void> {
		await this.end(() => this.group?.signal('SIGKILL'));
	}

	/** Ends it in order: work under way is finished, as far as it is within 10 s. */
	async end(ask?: () => void): Promise<void> {
		this.isWanted = false;
		await this.group?.stop(ask);
	}
}

/**
 * While n8n starts up it answers every path with a page that says so; the settings are JSON only
 * when all is loaded. Workers have no settings, but a page of readiness.
 */
async function isReady(url: string, command: string): Promise<boolean> {
	const path = command === 'start' ? '/rest/settings' : '/healthz/readiness';
	try {
		const response = await fetch(url + path, { signal: AbortSignal.timeout(20_000) });
		await response.arrayBuffer();
		return response.ok && response.headers.get('content-type')?.includes('json') === true;
	} catch {
		return false;
	}
}
