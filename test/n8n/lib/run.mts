import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import { startService, type LocalService, type ServiceOptions } from '../../service/index.mts';
import { freePort } from './machine.mts';
import { N8n, type N8nOptions } from './n8nProcess.mts';
import { installInto } from './package.mts';
import { step } from './progress.mts';
import { parseArgs } from 'node:util';
import { Numbers } from '../../service/freedoms/random.mts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** What may stand on the command line of any run; a misspelt name ends it. */
export const { values: options, positionals: words } = parseArgs({
	allowPositionals: true,
	options: {
		kills: text,
		minutes: text,
		once: flag,
		only: { ...text, default: '' },
		pictures: flag,
		repeats: text,
		seed: text,
		tarball: text,
	},
});

export function numberOption(name: keyof typeof options, otherwise: number): number {
	const given = Number(options[name] ?? otherwise);
	if (given >= 0) return given;
	throw new Error(`--${name} needs a number`);
}

/** Named checks, one after the other; one that fails does not keep the others from running. */
export class Checks {
	passed = 0;
	failed = 0;
	/** All is being stopped: whatever was under way fails then, which is no news. */
	isOver = false;
	private left = 0;
	private readonly again: string[] = [];

	/** How often a check is tried: a browser on a busy machine can lose a click. Every try that throws is printed. */
	tries = 1;

	/** Called before each try, so that none finds what an earlier one has left. */
	onTry?: () => void;

	/** Called after each check that failed, and each try, such as to keep a picture of it. */
	onFailure?: () => Promise<void>;

	async check(name: string, work: () => Promise<void> | void): Promise<void> {
		if (!name.includes(options.only)) {
			this.left++;
			return;
		}
		for (let tried = 1; tried <= this.tries; tried++) {
			const startedAt = Date.now();
			try {
				this.onTry?.();
				await work();
				this.passed++;
				if (tried > 1) this.again.push(name);
				console.log(`ok      ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
				return;
			} catch (error) {
				if (this.isOver) throw error;
				if (tried < this.tries) this.print('AGAIN ', name, error);
				else this.fail(name, error);
				await this.onFailure?.();
			}
		}
	}

	fail(name: string, error: unknown): void {
		this.failed++;
		this.print('FAILED', name, error);
	}

	private print(mark: string, name: string, error: unknown): void {
		const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
		console.log(`${mark}  ${name}\n${reason.slice(0, 4_000).replace(/^/gm, '          ')}`);
	}

	/** @throws Error when `--only` names no check there is: nothing has been proved then */
	close(): void {
		if (this.passed + this.failed > 0 || this.left === 0) return;
		throw new Error(`No check has "${options.only}" in its name`);
	}

	/** The last line of a run, after the checks that passed only when tried again; '' where nothing was checked. */
	summary(): string {
		if (this.passed + this.failed + this.left === 0) return '';
		const again = this.again.map((name) => `at the second try: ${name}\n`).join('');
		const left = this.left > 0 ? `, ${this.left} left out by --only` : '';
		return `\n${again}${this.passed} passed, ${this.failed} failed${left}`;
	}
}

/** Chance from the seed asked for by `--seed`, or from a new one. */
export function seeded(): Numbers {
	const seed = numberOption('seed', Date.now() % 1_000_000_000);
	console.log(`Seed ${seed} (--seed ${seed} draws the same again)`);
	return new Numbers(seed);
}

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

	async service(settings?: ServiceOptions): Promise<LocalService> {
		const service = await startService(settings);
		this.undo(() => service.close());
		return service;
	}

	async n8n(options: N8nOptions): Promise<N8n> {
		// Nothing that waits for it would ever come.
		const n8n = new N8n(options, (reason) => {
			this.checks.fail(n8n.name, reason);
			void this.end(() => 1);
		});
		this.undo(() => {
			if (this.checks.failed > 0) console.log(`The log of ${n8n.name}: ${n8n.logFile}`);
			return n8n.end();
		});
		await step(`Starting ${n8n.name}`, () => n8n.start());
		return n8n;
	}

	/** The packed package in an n8n of its own, beside a local service: at its port where that is free by then. */
	async product(given: Partial<N8nOptions> & { service?: ServiceOptions } = {}) {
		const userFolder = await this.folder();
		await installInto(userFolder, options.tarball);
		const wanted = given.service?.port;
		const port = wanted && (await freePort(wanted));
		const service = await this.service({ ...given.service, port });
		const n8n = await this.n8n({ ...given, userFolder });
		return { userFolder, service, n8n, checks: this.checks };
	}

	/** Whatever happens, all that was started is stopped, once, however often it is asked. */
	async end(code: () => number): Promise<never> {
		this.checks.isOver = true;
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
}

/** Conducts a command; the exit code is 0 only when nothing failed. */
export function conduct(main: (run: Run) => Promise<void>): void {
	if (words.length > 0) throw new Error(`"${words[0]}" says nothing here: options begin with --`);
	const run = new Run();
	// A terminal that is closed takes no more lines, and its end is a SIGHUP.
	process.stdout.on('error', () => undefined);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (!run.checks.isOver) console.log('\nStopping ...');
			void run.end(() => run.stopCode);
		});
	}
	void main(run)
		.then(() => run.checks.close())
		.catch((error: unknown) => {
			if (!run.checks.isOver) run.checks.fail('The run itself', error);
		})
		.then(() => run.end(() => (run.checks.failed === 0 ? 0 : 1)));
}
