import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

export interface ExecutionRow {
	id: string;
	status: string;
	mode: string;
	startedAt: string;
	retryOf?: string | null;
}

export interface Execution extends ExecutionRow, ReturnType<typeof readData> {}

export const hasEnded = ({ status }: { status: string }): boolean =>
	['success', 'error', 'crashed', 'canceled'].includes(status);

/** What the data of an execution says, which n8n keeps as text. */
export function readData(text: string) {
	// An execution that has just begun has none yet.
	const { resultData, executionData }: Partial<IRunExecutionData> = parse(text) ?? {};
	/** What a node gave out on one of its outputs, over all its runs; nothing where it serves another node, as tools do. */
	const paired = (node: string, output = 0): INodeExecutionData[] =>
		(resultData?.runData?.[node] ?? [])
			.flatMap((run) => run.data?.main?.[output] ?? [])
			// What n8n puts in place of the data that a dead process took with it.
			.filter(({ json }) => json.isArtificialRecoveredEventItem !== true);
	const stack = executionData?.nodeExecutionStack ?? [];
	return {
		/** What stopped the workflow, if anything did. */
		error: resultData?.error,
		paired,
		/** The same without what each item was made of. */
		items: (node: string, output = 0): IDataObject[] =>
			paired(node, output).map(({ json }) => json),
		/** The items that were still to be worked on when the execution was cut off. */
		waiting: stack.flatMap(({ data }) => data.main?.[0] ?? []).map(({ json }) => json),
		text,
	};
}
