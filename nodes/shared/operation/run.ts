import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isCancelled, mayHaveHappened } from '../api/faults';
import { readRows, type Listing } from '../api/pages';
import { settle, valueOf } from '../api/promises';
import type { Service } from '../api/service';
import { Refusal } from '../input/parse';
import {
	failedItem,
	Failure,
	notKnown,
	withoutTags,
	type FailedOutcome,
	type FailureDetails,
} from './nodeError';

export interface Asked<P> {
	index: number;
	params: P;
}

export type Shape = (outputs: INodeExecutionData[]) => INodeExecutionData[];

/** Serves an item: returns its outputs. */
export type ItemWork<P> = (
	params: P,
	run: Run,
	index: number,
) => Promise<IDataObject | IDataObject[]>;

/** A run that lasts tells how far it is each minute. */
const PROGRESS_MS = 60_000;

/**
 * One run of a node over its items: takes the result of each as it comes, in any order, and knows whether new
 * calls may still begin.
 */
export class Run {
	private readonly results: Array<INodeExecutionData[] | undefined>;
	/** The fault of each item that has one. */
	readonly faults = new Map<number, unknown>();
	/** Items whose write may have been made. */
	private readonly open = new Set<number>();
	private readonly halting = new AbortController();
	/** The service for writes: a write that still waits for its turn is given up when the run is halted. */
	readonly writer: Service;
	shape: Shape | undefined;
	readonly notes: string[] = [];
	private readonly hints = new Set<string>();
	done = 0;
	private tellAt = performance.now() + PROGRESS_MS;

	constructor(
		readonly context: IExecuteFunctions,
		readonly service: Service,
		readonly itemCount: number,
		/** "Continue" in the settings of the node: a fault fails its own item only. */
		readonly continues: boolean,
		/** Outcome of a failed item whose fault does not say. */
		private readonly failedAs: FailedOutcome,
	) {
		this.results = new Array<INodeExecutionData[] | undefined>(itemCount);
		this.writer = service.until(this.halting.signal);
	}

	get cancelled(): boolean {
		return this.service.signal?.aborted === true;
	}

	/** No new call may begin: the execution was cancelled, or an item failed in stop mode. */
	get halted(): boolean {
		return this.cancelled || (!this.continues && this.faults.size > 0);
	}

	/** Writes that wait for their turn are given up. */
	stopWrites(): void {
		this.halting.abort();
	}

	hasResult = (index: number): boolean => this.results[index] !== undefined;

	outputsOf = (index: number): IDataObject[] => this.results[index]?.map(({ json }) => json) ?? [];

	/** The outputs of an item that is not counted as done. */
	emit(index: number, outputs: IDataObject[]): void {
		this.results[index] = outputs.map((json) => ({ json, pairedItem: { item: index } }));
		this.tell(() => `items done: ${this.results.filter(Boolean).length} of ${this.itemCount}`);
	}

	/** Each minute, in n8n's log; while it runs in the editor, also in the browser's console. */
	tell(progressOf: () => string): void {
		if (performance.now() < this.tellAt) return;
		const { context } = this;
		this.tellAt = performance.now() + PROGRESS_MS;
		const progress = progressOf();
		context.logger.info(
			`Execution ${context.getExecutionId()}, "${context.getNode().name}": ${progress}`,
		);
		context.sendMessageToUI(progress);
	}

	succeed(index: number, outputs: IDataObject[]): void {
		this.emit(index, outputs);
		// What the service only queued may still come to nothing.
		if (outputs[0]?.queued !== true) this.done++;
	}

	/** The outputs belong to all the items, and stand in the place of the first. */
	succeedTogether(indexes: number[], outputs: IDataObject[]): void {
		for (const index of indexes) this.succeed(index, []);
		const pairedItem = indexes.map((item) => ({ item }));
		this.results[indexes[0]] = outputs.map((json) => ({ json, pairedItem }));
	}

	/** Shown above the output in the editor, as HTML, once. */
	hint(text: string | undefined, type: 'info' | 'warning' = 'info'): void {
		if (!text || this.hints.has(text)) return;
		this.hints.add(text);
		this.context.addExecutionHints({ message: withoutTags(text), location: 'outputPane', type });
	}

	/** To be called before the request of the item's write goes out. */
	begun(index: number): void {
		this.open.add(index);
	}

	/** The item is unknown if its write was begun, and the fault does not prove that it was not made. */
	fail(index: number, given: unknown, details: Partial<FailureDetails> = {}): void {
		// It waited for its turn, and was not reached.
		if (this.halting.signal.aborted && isCancelled(given)) return;
		const isOpen = this.open.has(index) && !(given instanceof Failure) && mayHaveHappened(given);
		const fault = isOpen ? notKnown(given) : given;
		this.faults.set(index, fault);
		const all = { outcome: this.outcomeOf(fault), ...details };
		this.results[index] = [failedItem(this.context, fault, index, all)];
		if (this.halted) this.stopWrites();
	}

	/** A fault that nobody foresaw, such as one of our own, may have come after a message went out. */
	private outcomeOf(fault: unknown): FailedOutcome {
		const isForeseen = fault instanceof Refusal || fault instanceof Failure;
		return this.failedAs !== 'refused' || isForeseen || !mayHaveHappened(fault)
			? this.failedAs
			: 'unknown';
	}

	/** Items without a result fail. */
	failRest(fault: unknown): void {
		for (let index = 0; index < this.itemCount; index++) {
			if (!this.hasResult(index)) this.fail(index, fault);
		}
	}

	/** Records how the work of an item ended. Never throws. */
	async serve(index: number, work: () => ReturnType<ItemWork<unknown>>): Promise<void> {
		const outcome = await settle(work());
		this.serveAtOnce(index, () => [valueOf(outcome)].flat());
	}

	/** The same for synchronous work: for many items, a promise each takes longer than the work. */
	serveAtOnce(index: number, work: () => IDataObject[]): void {
		try {
			this.succeed(index, work());
		} catch (fault) {
			this.fail(index, fault);
		}
	}

	/** In the order of the inputs. A single list is not copied. */
	outputs(): INodeExecutionData[] {
		const filled = this.results.filter((items) => items !== undefined);
		const outputs = filled.length === 1 ? filled[0] : filled.flat();
		return this.shape ? this.shape(outputs) : outputs;
	}
}

/** Reads for each item. */
export const eachItem =
	<P>(work: ItemWork<P>) =>
	async (run: Run, asked: Array<Asked<P>>): Promise<void> =>
		await run.service.each(
			'reads',
			asked,
			async ({ index, params }) =>
				await run.serve(index, async () => await work(params, run, index)),
			() => run.halted,
		);

/**
 * The rows of a list as outputs; a hint says that it moved.
 *
 * @throws NoResponse when it is not shown as a whole; with `acceptIncomplete` each row has `incomplete: true`
 */
export async function listRows(run: Run, listing: Listing<IDataObject>): Promise<IDataObject[]> {
	const { rows, hasMoved, isIncomplete } = await readRows(run.service, listing);
	if (hasMoved)
		run.hint(
			'A list changed while it was read. The output has all that was in it the whole time; what came or left meanwhile may be in it or not.',
		);
	if (isIncomplete && rows.length === 0)
		run.hint('The service counts rows of a list, but shows none of them.', 'warning');
	return isIncomplete ? rows.map((row) => ({ ...row, incomplete: true })) : rows;
}
