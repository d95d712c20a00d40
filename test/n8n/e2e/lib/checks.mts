import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Runs named checks one after the other; one that fails does not keep the others from running. */
export class Checks {
	passed = 0;
	failed = 0;

	/** `folder` gets a screenshot of the editor as it was when a check failed. */
	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/** Prints one line that tells whether `work` went through without throwing. */
	async check(name: string, work: () => Promise<void>): Promise<void> {
		const startedAt = Date.now();
		const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
		try {
			await work();
			this.passed++;
			console.log(`ok      ${name} (${seconds()})`);
		} catch (error) {
			this.failed++;
			console.log(`FAILED  ${name} (${seconds()})`);
			const told = error instanceof Error ? error.message : String(error);
			console.log(told.replace(/^/gm, '          '));
			console.log(`        picture: ${await this.screenshot(`failed-${this.failed}`)}`);
		}
	}

	private async screenshot(name: string): Promise<string> {
		const path = join(this.folder, `${name}.png`);
		return await this.page.screenshot({ path }).then(
			() => path,
			(error: unknown) => `none (${String(error)})`,
		);
	}
}
