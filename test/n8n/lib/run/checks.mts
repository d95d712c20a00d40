import { parseArgs } from 'node:util';

/** `--only text` of the command line: what the names of the checks that are wanted contain. */
function wanted(): string {
	const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: false });
	return typeof values.only === 'string' ? values.only : '';
}

/** Named checks, one after the other; one that fails does not keep the others from running. */
export class Checks {
	passed = 0;
	failed = 0;
	private left = 0;
	private readonly only = wanted();

	/** Told after each check that failed, such as to keep a picture of it. */
	onFailure?: (count: number) => Promise<void>;

	/** Prints one line that tells whether `work` went through without throwing. */
	async check(name: string, work: () => Promise<void> | void): Promise<void> {
		if (!name.includes(this.only)) {
			this.left++;
			return;
		}
		const startedAt = Date.now();
		try {
			await work();
			this.passed++;
			console.log(`ok      ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
		} catch (error) {
			this.fail(name, error);
			await this.onFailure?.(this.failed);
		}
	}

	/** Counts something that went wrong outside of a check, such as the start of a process. */
	fail(name: string, error: unknown): void {
		this.failed++;
		console.log(`FAILED  ${name}`);
		const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
		console.log(told.slice(0, 4_000).replace(/^/gm, '          '));
	}

	/** The last line of a run. */
	summary(): string {
		const left = this.left > 0 ? `, ${this.left} left out by --only` : '';
		return `${this.passed} passed, ${this.failed} failed${left}`;
	}
}
