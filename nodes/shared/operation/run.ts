import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mayHaveHappened } from '../api/certainty';
import type { Service } from '../api/service';
import { settle } from '../api/promises';
import { Refusal } from '../input/refusal';
import { Failure, notKnown, type FailedOutcome, type FailureDetails } from './failure';
import { failedItem, toFaultText } from './nodeError';

/** An input item with its parameters, read and checked. */
export interface Asked<P> {
	index: number;
	params: P;
}

/** How the outputs come out in the end. */
export type Shape = (outputs: INodeExecutionData[]) => INodeExecutionData[];

/**
 * One run of a node over its items: takes the result of each item as it comes, in any order, and
 * knows whether new calls may still begin.
 */
export class Run {
	private readonly results: Array<INodeExecutionData[] | undefined>;

	/** The fault of each item that has one. */
	readonly faults = new Map<number, unknown>();

	/** Items whose write may have been made. */
	private readonly open = new Set<number>();

	/** As the user chose it. */
	shape: Shape | undefined;

	/** What else the summary says when the run ends early. */
	readonly notes: string[] = [];

	private doneCount = 0;

	constructor(
		readonly context: IExecuteFunctions,
		readonly service: Service,
		readonly itemCount: number,
		/** "Continue" in the node's settings: a fault fails its own item only. */
		readonly continues: boolean,
		/** Outcome of a failed item whose fault does not say. */
		private readonly failedAs: FailedOutcome,
	) {
		this.results = new Array<INodeExecutionData[] | undefined>(itemCount);
	}

	/** How many items ended well. */
	get done(): number {
		return this.doneCount;
	}

	get cancelled(): boolean {
		return this.service.signal?.aborted === true;
	}

	/** No new call may begin: the execution was cancelled, or an item failed in stop mode. */
	get halted(): boolean {
		return this.cancelled || (!this.continues && this.faults.size > 0);
	}

	hasResult = (index: number): boolean => this.results[index] !== undefined;

	/** Adds one output item; large lists are emitted row by row, so that they are in memory only once. */
	emit(index: number, json: IDataObject): void {
		const item = { json, pairedItem: { item: index } };
		const items = this.results[index];
		if (items) items.push(item);
		else this.results[index] = [item];
	}

	/** The item ended well with this output. */
	succeed(index: number, json: IDataObject): void {
		this.emit(index, json);
		this.finish(index);
	}

	/** The items ended well together: the outputs belong to all of them, and stand in the place of the first. */
	succeedTogether(indexes: number[], outputs: IDataObject[]): void {
		this.results[indexes[0]] = outputs.map((json) => ({
			json,
			pairedItem: indexes.map((item) => ({ item })),
		}));
		for (const index of indexes) this.finish(index);
	}

	/** The item ended well; what it emitted so far is its output. */
	finish(index: number): void {
		this.doneCount++;
		this.results[index] ??= [];
	}

	/** To be called before the request of the item's write goes out. */
	begun(index: number): void {
		this.open.add(index);
	}

	/**
	 * The item failed: the fault replaces what it emitted so far. Where its write was begun, and the fault is no proof
	 * that it was not made, it is unknown.
	 */
	fail(index: number, given: unknown, details: Partial<FailureDetails> = {}): void {
		const isOpen = this.open.has(index) && !(given instanceof Failure) && mayHaveHappened(given);
		const fault = isOpen
			? notKnown(`It is not known whether this was done: ${toFaultText(given)}`, given)
			: given;
		this.faults.set(index, fault);
		const all = { outcome: this.outcomeOf(fault), ...details };
		this.results[index] = [failedItem(this.context, fault, index, all)];
	}

	/** A fault that nobody foresaw, such as one of our own, may have come after a message went out. */
	private outcomeOf(fault: unknown): FailedOutcome {
		const isForeseen = fault instanceof Refusal || fault instanceof Failure;
		return this.failedAs !== 'refused' || isForeseen || !mayHaveHappened(fault)
			? this.failedAs
			: 'unknown';
	}

	/** Nothing more can be done: items without a result fail. */
	failRest(fault: unknown): void {
		for (let index = 0; index < this.itemCount; index++) {
			if (!this.hasResult(index)) this.fail(index, fault);
		}
	}

	/** Runs the work of one item and records how it ended. Never throws. */
	async attempt(
		index: number,
		work: () => Promise<IDataObject | IDataObject[] | void>,
	): Promise<void> {
		const outcome = await settle(work);
		if ('fault' in outcome) return this.fail(index, outcome.fault);
		for (const json of [outcome.value ?? []].flat()) this.emit(index, json);
		this.finish(index);
	}

	/** The same for synchronous work: for many items, a promise each takes longer than the work. */
	attemptAtOnce(index: number, work: () => IDataObject[]): void {
		try {
			for (const json of work()) this.emit(index, json);
			this.finish(index);
		} catch (fault) {
			this.fail(index, fault);
		}
	}

	/** The outputs in the order of the inputs, in their shape. A single item's list is not copied. */
	outputs(): INodeExecutionData[] {
		const filled = this.results.filter((items) => items !== undefined);
		const outputs = filled.length === 1 ? filled[0] : filled.flat();
		return this.shape ? this.shape(outputs) : outputs;
	}
}
