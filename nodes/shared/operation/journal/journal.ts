import { createHash } from 'crypto';
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { Refusal } from '../../input/refusal';
import { originOf } from './origin';

/**
 * What is known of one item: `done` is the result of its write, `open` is what a later try needs to find
 * out about a write whose outcome is unknown.
 */
export interface Entry<D, O> {
	/** Hash of what the item is about. The entry is saved with the execution: no number, no text. */
	of: string;
	done?: D;
	open?: O;
}

type Entries<D, O> = { [itemIndex: string]: Entry<D, O> };

interface Kept<D, O> {
	runs: { [run: string]: Entries<D, O> };
	/** For each kind of tool call, how many were begun. */
	toolCalls: { [print: string]: number };
	/** The run of each tool call of a newer agent. */
	requests?: { [runIndex: string]: string };
	/** Facts that hold for all runs of the node in this execution. */
	facts: IDataObject;
}

/** Runs that execute now, by the kept data of their execution. */
const running = new WeakMap<object, Set<string>>();

/**
 * The writes of one run of a node, kept in the execution. They outlive Retry On Fail, which runs the whole
 * node again, and retries by hand: each retry begins with what was saved at the end of the one before, so
 * all of them have the same `origin`.
 *
 * A node in a loop runs several times, each time with another run index. As the tool of an AI agent, each
 * try has another index: there a run is known by what it is called with, and lasts until it succeeds; an
 * equal call after that is a new run. Newer agents let n8n's engine make their calls: there all tries of a
 * call have one index, and the next call has another.
 */
export class Journal<D, O> {
	readonly origin: string;

	/** Names the run within all executions that have the same origin. */
	readonly run: string;

	private readonly kept: Kept<D, O>;

	/** @param print hash of what the node is called with. @throws Refusal when what was kept is unreadable */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly name: string,
		private readonly print: string,
	) {
		this.kept = this.open();
		this.origin = originOf(context);
		this.run = context.isToolExecution?.() ? this.toolRun() : this.nodeRun();
		this.active.add(this.run);
		this.kept.runs[this.run] ??= {};
	}

	/** This execution was begun by hand to try an earlier one again. */
	get isRetriedByHand(): boolean {
		const id = this.context.getExecutionId();
		return id !== undefined && this.origin !== id;
	}

	get facts(): IDataObject {
		return this.kept.facts;
	}

	find(index: number, of: string): Entry<D, O> | undefined {
		const entry = this.entries[index];
		return entry?.of === of ? entry : undefined;
	}

	/** To be called before the request goes out. */
	begun(index: number, of: string, open: O): void {
		this.entries[index] = { of, open };
	}

	done(index: number, of: string, result: D): void {
		this.entries[index] = { of, done: result };
	}

	/** The service refused it: a further try may do it. */
	forget(index: number): void {
		delete this.entries[index];
	}

	/** @param isOver the run succeeded, so nothing of it will be tried again */
	close(isOver: boolean): void {
		this.active.delete(this.run);
		if (isOver) delete this.kept.runs[this.run];
	}

	private get entries(): Entries<D, O> {
		return (this.kept.runs[this.run] ??= {});
	}

	private get active(): Set<string> {
		const active = running.get(this.kept) ?? new Set();
		running.set(this.kept, active);
		return active;
	}

	private open(): Kept<D, O> {
		const context = this.context.getContext('node');
		context[this.name] ??= { runs: {}, toolCalls: {}, facts: {} };
		const kept: Kept<D, O> = context[this.name];
		if (kept.runs && kept.facts) return kept;
		throw new Refusal(
			'The record of earlier tries of this execution cannot be read, so nothing was done',
			'Check what was done before, and start a new execution for the rest.',
		);
	}

	private nodeRun(): string {
		const run = String(this.context.getWorkflowDataProxy(0).$runIndex ?? 0);
		const { rewireOutputLogTo } = this.context.getNode();
		if (rewireOutputLogTo === NodeConnectionTypes.AiTool)
			return ((this.kept.requests ??= {})[run] ??= this.toolRun());
		// When a node runs again, its earlier runs are over.
		for (const other of Object.keys(this.kept.runs)) {
			if (other !== run) delete this.kept.runs[other];
		}
		return run;
	}

	private toolRun(): string {
		const left = Object.keys(this.kept.runs).find(
			// Tries of one call never overlap, so an equal call under way is a different call.
			(run) => run.startsWith(`${this.print} `) && !this.active.has(run),
		);
		if (left !== undefined) return left;
		const begun = this.kept.toolCalls[this.print] ?? 0;
		this.kept.toolCalls[this.print] = begun + 1;
		return `${this.print} ${begun}`;
	}
}

/** A short name for values that must not be saved as they are, such as phone numbers and texts. */
export const hash = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);
