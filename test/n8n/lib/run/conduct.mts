import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import { startService, type LocalService } from '../../../service/index.mts';
import { N8n, type N8nOptions } from '../n8nProcess.mts';
import { step } from '../progress.mts';
import { Checks } from './checks.mts';

// n8n closes a connection that nobody used for 5 s: on a busy machine just when the next request goes out on it.
setGlobalDispatcher(new Agent({ pipelining: 0 }));

type Action = () => Promise<unknown> | unknown;

/** One run of a command: what it checks, and what it has started, which ends with it. */
export class Run {
	readonly checks = new Checks();
	/** The exit code when somebody stops it. */
	stopCode = 130;
	private readonly actions: Action[] = [];
	private ending: Promise<void> | undefined;

	/** Takes what is to be undone at the end, last first. */
	undo(action: Action): void {
		this.actions.push(action);
	}

	/** A new temporary folder, removed at the end; kept for its logs and pictures where something failed. */
	async folder(): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), 'n8n-mobizon-'));
		this.undo(async () => {
			if (this.checks.failed > 0) console.log(`Kept for its logs and pictures: ${folder}`);
			else await rm(folder, { recursive: true, force: true });
		});
		return folder;
	}

	/** Starts a local service. */
	async service(options?: Parameters<typeof startService>[0]): Promise<LocalService> {
		const service = await startService(options);
		this.undo(() => service.close());
		return service;
	}

	/** Starts a process of n8n. */
	async n8n(options: N8nOptions): Promise<N8n> {
		const n8n = new N8n(options);
		this.undo(() => {
			if (this.checks.failed > 0) console.log(`The log of ${n8n.name}: ${n8n.logFile}`);
			return n8n.end();
		});
		await step(`Starting ${n8n.name}`, () => n8n.start());
		return n8n;
	}

	/** Whatever happens, all that was started is stopped, once, however often it is asked. */
	async end(code: () => number): Promise<never> {
		this.ending ??= (async () => {
			for (const action of this.actions.splice(0).reverse()) {
				// One thing that cannot be stopped must not keep the others running.
				await Promise.resolve().then(action).catch(console.error);
			}
			console.log(this.checks.summary());
		})();
		await this.ending;
		process.exit(code());
	}

	get isEnding(): boolean {
		return this.ending !== undefined;
	}
}

/** Conducts a command; the exit code is 0 only when nothing failed. */
export function conduct(main: (run: Run) => Promise<void>): void {
	const run = new Run();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (!run.isEnding) console.log('\nStopping ...');
			void run.end(() => run.stopCode);
		});
	}
	void main(run)
		.catch((error: unknown) => {
			// While all is being stopped, whatever was under way fails: that is no news.
			if (!run.isEnding) run.checks.fail('The run itself', error);
		})
		.then(() => run.end(() => (run.checks.failed === 0 ? 0 : 1)));
}
