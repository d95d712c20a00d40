import type { Run } from './run';

const shown = new WeakSet<Run>();

/** Above the output in the editor, once in a run: the service counts more rows than its list has. */
export const listHint =
	(run: Run) =>
	(listed: number, counted: number): void => {
		if (shown.has(run)) return;
		shown.add(run);
		run.context.addExecutionHints({
			message: `The service gives ${counted} as the total of a list, but lists ${listed}, also when it is read again. The output has all that it lists.`,
			location: 'outputPane',
			type: 'warning',
		});
	};
