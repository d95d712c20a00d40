import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram, type Group, freePort, N8N_DIR, nodeForN8n } from './machine.mts';

/**
 * Settings for an n8n of our own: local only, its data in `userFolder`, and nothing of it talks to
 * the outside world.
 *
 * @param port of the editor, the REST API and webhooks
 * @param broker where the runner of Code nodes connects to n8n
 */
const environmentFor = (userFolder: string, port: number, broker: number) => ({
	// Nothing else of who runs this: their n8n may have a database, and their proxy is not for this machine.
	PATH: process.env.PATH,
	HOME: userFolder,
	TMPDIR: userFolder,
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'only-for-demos-and-tests',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(broker),
	// Workers answer questions about their health here.
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
	// The editor is served over plain HTTP here, where a secure cookie would never come back.
	N8N_SECURE_COOKIE: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_PYTHON_ENABLED: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	// What happened is looked at when all is over.
	EXECUTIONS_DATA_PRUNE: 'false',
	// On a busy machine the database is slow, not gone.
	DB_PING_TIMEOUT_MS: '60000',
	NO_COLOR: '1',
});

export interface N8nOptions {
	userFolder: string;
	name?: string;
	n8nDir?: string;
	/** `start` is the main process; the others belong to queue mode. */
	command?: 'start' | 'worker';
	/** The port wanted, where it is free; any other by default. */
	port?: number;
	env?: Record<string, string>;
}

/** A process of n8n, which may be ended and started again, at the same address. */
export class N8n {
	readonly name: string;
	url = '';
	logFile = '';
	private port: number | undefined;
	private group: Group | undefined;

	/** @param fail is told when it has ended without being asked to */
	constructor(
		private readonly options: N8nOptions,
		private readonly fail: (reason: Error) => void,
	) {
		this.name = options.name ?? 'n8n';
		this.port = options.port;
	}

	get pid(): number | undefined {
		return this.group?.child.pid;
	}

	/** Starts it and waits until it answers. Throws with the end of its log when it does not come up. */
	async start(): Promise<void> {
		const { userFolder, n8nDir = N8N_DIR, command = 'start', env = {} } = this.options;
		const port = await freePort(this.port);
		const broker = await freePort();
		const [url, logFile] = [`http://127.0.0.1:${port}`, join(userFolder, `${command}-${port}.log`)];
		Object.assign(this, { port, url, logFile });
		const isReady = async () => {
			if (!(await answers(url, command))) return false;
			// n8n itself goes on without a package that it cannot load.
			const failure = /Failed to load package.*\n.*/.exec(readFileSync(logFile, 'utf8'));
			if (failure) throw new Error(failure[0]);
			return true;
		};
		const args = [join(n8nDir, 'bin', 'n8n'), command];
		const group = await startProgram(nodeForN8n(n8nDir), args, logFile, isReady, {
			env: { ...environmentFor(userFolder, port, broker), ...env },
			cwd: userFolder,
		});
		this.group = group;
		void group.exited.then((code) => {
			if (this.group !== group) return;
			this.fail(new Error(`${this.name} has ended by itself, code ${code}; log: ${logFile}`));
		});
	}

	/** Kills it and all it started at once, as a power cut would. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Ends it in order: work under way is finished, as far as it is within 10 s. */
	async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		const { group } = this;
		this.group = undefined;
		await group?.stop(() => group.signal(signal));
	}
}

/**
 * While n8n starts up it answers every path with a page that says so; the settings are JSON only
 * when all is loaded. Workers have no settings, but a page of readiness.
 */
async function answers(url: string, command: string): Promise<boolean> {
	const path = command === 'start' ? '/rest/settings' : '/healthz/readiness';
	try {
		const response = await fetch(url + path, { signal: AbortSignal.timeout(20_000) });
		await response.arrayBuffer();
		return response.ok && response.headers.get('content-type')?.includes('json') === true;
	} catch {
		return false;
	}
}
