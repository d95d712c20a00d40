import { watchForStop } from './abandoned.mts';
import { Checks } from './checks.mts';

/** Takes what is to be undone at the end, last first. */
export type Undo = (action: () => Promise<unknown> | unknown) => void;

/**
 * Runs the whole of a test command: whatever happens, all that was started is stopped, once; the last
 * line counts the checks, and the exit code is 0 only when none failed.
 */
export function conduct(main: (checks: Checks, undo: Undo) => Promise<void>): void {
	const actions: Array<() => Promise<unknown> | unknown> = [];
	const checks = new Checks();
	let ending: Promise<void> | undefined;

	async function end(code: () => number): Promise<never> {
		ending ??= (async () => {
			for (const action of actions.splice(0).reverse()) {
				// One thing that cannot be stopped must not keep the others running.
				await Promise.resolve().then(action).catch(console.error);
			}
			console.log(`\n${checks.summary()}`);
		})();
		await ending;
		process.exit(code());
	}

	watchForStop(() => {
		if (ending === undefined) console.log('\nStopping ...');
		void end(() => 130);
	});
	void main(checks, (action) => actions.push(action))
		.catch((error: unknown) => {
			// While all is being stopped, whatever was under way fails: that is no news.
			if (ending === undefined) checks.fail('The run itself', error);
		})
		.then(() => end(() => (checks.failed === 0 ? 0 : 1)));
}
