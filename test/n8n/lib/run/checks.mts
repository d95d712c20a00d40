import { option } from './options.mts';

/** Named checks, one after the other; one that fails does not keep the others from running. */
export class Checks {
	passed = 0;
	failed = 0;
	private left = 0;
	/** What the names of the checks that are wanted contain. */
	private readonly only = option('only') ?? '';
	private readonly again: string[] = [];

	/** How often a check is tried: a browser on a busy machine can lose a click. Every try that throws is printed. */
	tries = 1;

	/** Called after each check that failed, and each try, such as to keep a picture of it. */
	onFailure?: () => Promise<void>;

	/** Prints one line that says whether `work` went through without throwing. */
	async check(name: string, work: () => Promise<void> | void): Promise<void> {
		if (!name.includes(this.only)) {
			this.left++;
			return;
		}
		for (let tried = 1; tried <= this.tries; tried++) {
			const startedAt = Date.now();
			try {
				await work();
				this.passed++;
				if (tried > 1) this.again.push(name);
				console.log(`ok      ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
				return;
			} catch (error) {
				if (tried < this.tries) this.print('AGAIN ', name, error);
				else this.fail(name, error);
				await this.onFailure?.();
			}
		}
	}

	/** Counts something that went wrong outside of a check, such as the start of a process. */
	fail(name: string, error: unknown): void {
		this.failed++;
		this.print('FAILED', name, error);
	}

	private print(mark: string, name: string, error: unknown): void {
		const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
		console.log(`${mark}  ${name}\n${reason.slice(0, 4_000).replace(/^/gm, '          ')}`);
	}

	/** The last line of a run, after the checks that passed only when tried again; '' where nothing was checked. */
	summary(): string {
		if (this.passed + this.failed + this.left === 0) return '';
		const again = this.again.map((name) => `at the second try: ${name}\n`).join('');
		const left = this.left > 0 ? `, ${this.left} left out by --only` : '';
		return `\n${again}${this.passed} passed, ${this.failed} failed${left}`;
	}
}
