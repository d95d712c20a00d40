import { createHash, randomUUID } from 'crypto';
import {
	NodeConnectionTypes,
	type IContextObject,
	type IExecuteFunctions,
	type INode,
	type ISourceData,
} from 'n8n-workflow';

/** An item that is written. */
export interface Subject {
	index: number;
	/** Hash of what the item is about, by which a later try knows it again. It is saved with the execution. */
	of: string;
}

/** What is known of it: the result of its write, or what a later try needs to find out what became of that. */
export type Entry<D, O> = Pick<Subject, 'of'> &
	({ done: D; open?: undefined } | { done?: undefined; open: O });

type Entries<D, O> = { [itemIndex: string]: Entry<D, O> };

interface Kept<D, O, F> {
	runs: { [run: string]: Entries<D, O> };
	/** For each kind of tool call, how many were begun. */
	toolCalls: { [print: string]: number };
	/** The run of each tool call of a newer agent. */
	requests?: { [runIndex: string]: string };
	/**
	 * What calls of newer agents have done. For an agent with several items, n8n makes a call that a person approved once
	 * for each item (seen in 2.41.1).
	 */
	made?: { [call: string]: Entries<D, O> };
	/** In place of n8n's id of the execution, where there is none. */
	execution?: string;
	/** What its runs have in common. */
	facts: Partial<F>;
}

/** What is kept of calls outside of any execution, by account: those of an MCP client, and of n8n's own Agents. */
const outside: Record<string, IContextObject> = {};

/** How long it is kept, in ms. */
const KEPT_MS = 3_600_000;

/** Whether a newer agent calls the node as its tool, through the engine of n8n. */
export const isAgentsTool = ({ rewireOutputLogTo }: INode): boolean =>
	rewireOutputLogTo === NodeConnectionTypes.AiTool;

/** Whether n8n calls the node as a tool outside of any execution. */
const isOutside = (context: IExecuteFunctions): boolean =>
	context.getExecutionId() === undefined &&
	(context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool'));

/**
 * Whether a fault comes out as an item. An older agent tells its model nothing of what a tool throws (seen in n8n 2.41.1),
 * but only what is thrown is tried again.
 */
export const continues = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() ||
	(context.isToolExecution?.() === true && !isOutside(context) && !context.getNode().retryOnFail);

/** The node that the items come from, where n8n knows one. */
export function sourceOf(context: IExecuteFunctions): ISourceData | undefined {
	try {
		return context.getInputSourceData();
	} catch {
		return undefined;
	}
}

const memoryIn = (context: IExecuteFunctions, of: 'node' | 'flow'): IContextObject | undefined =>
	isOutside(context) ? undefined : context.getContext(of);

/** Runs that execute now. */
const running = new WeakMap<object, Set<string>>();

/**
 * The writes of one run of a node, kept in the execution, where they outlive Retry On Fail and retries by
 * hand. A retry begins with what the execution that it retries had saved, so two retries of one begin alike.
 *
 * Which run is it?
 * - In a loop, each run has a run index of its own, the same for all its tries.
 * - For the tool of an older agent, each try has another index. A run is known by what it is called with, and lasts until
 *   it succeeds; an equal call after that is a new run.
 * - For the tool of a newer agent, whose calls n8n's engine makes, all tries of a call have one index.
 * - Calls outside of any execution have only this process in common: an equal call within an hour after one that failed
 *   is its next try.
 */
export class Journal<D, O, F extends object = object> {
	/** Id of the execution; calls outside of any have one together. */
	readonly execution: string;
	/** When the first execution began, in ms since the epoch by the clock of n8n, which says it in each retry. */
	readonly began: number;
	readonly run: string;
	/** An earlier try of the run has written into it. */
	readonly isSaved: boolean;
	/** The same object for all runs of the node in the execution. */
	readonly kept: Kept<D, O, F>;
	readonly facts: Partial<F>;
	private readonly isOutside: boolean;
	/** A call of a newer agent. */
	private readonly call: string | undefined;

	/**
	 * @param print hash of what the node is called with
	 * @param account its id
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		name: string,
		private readonly print: string,
		account: string,
	) {
		const memory = memoryIn(context, 'node');
		this.isOutside = memory === undefined;
		const saved = memory ?? (outside[account] ??= {});
		this.kept = saved[name] ??= { runs: {}, toolCalls: {}, facts: {} };
		this.facts = this.isOutside ? {} : this.kept.facts;
		this.execution = context.getExecutionId() ?? (this.kept.execution ??= randomUUID());
		this.began = context.getExecutionContext?.()?.establishedAt ?? Date.now();
		const isTool = this.isOutside || context.isToolExecution?.();
		this.run = isTool ? this.toolRun() : this.nodeRun();
		this.active.add(this.run);
		this.isSaved = this.run in this.kept.runs;
		this.call = isAgentsTool(context.getNode()) ? callOf(context, print) : undefined;
		this.kept.runs[this.run] ??= (this.call && this.kept.made?.[this.call]) || {};
	}

	get isRetry(): boolean {
		return this.context.getMode() === 'retry';
	}

	/** The run is a call of an agent's tool. */
	get isTool(): boolean {
		return this.run.startsWith(`${this.print} `);
	}

	/** The run and its node; not where n8n makes a new node for each call, as its own Agents do. */
	get fullName(): string {
		return this.isOutside ? this.run : `${this.context.getNode().id} ${this.run}`;
	}

	/** One object for all nodes of the execution. @param name of what they have in common */
	shared<T extends object>(name: string): Partial<T> {
		const flow: { [name: string]: Partial<T> } = memoryIn(this.context, 'flow') ?? {};
		return (flow[name] ??= {});
	}

	find({ index, of }: Subject): Entry<D, O> | undefined {
		const entry = this.entries[index];
		return entry?.of === of ? entry : undefined;
	}

	/** To be called before the request goes out. */
	begun({ index, of }: Subject, open: O): void {
		this.entries[index] = { of, open };
	}

	done({ index, of }: Subject, result: D): void {
		this.entries[index] = { of, done: result };
	}

	/** The service refused it: a further try may do it. */
	forget({ index }: Subject): void {
		delete this.entries[index];
	}

	/** @param isOver nothing of the run will be tried again */
	close(isOver: boolean): void {
		this.active.delete(this.run);
		if (!isOver) return;
		if (this.call) (this.kept.made ??= {})[this.call] = this.entries;
		delete this.kept.runs[this.run];
	}

	private get entries(): Entries<D, O> {
		return (this.kept.runs[this.run] ??= {});
	}

	private get active(): Set<string> {
		const active = running.get(this.kept) ?? new Set();
		running.set(this.kept, active);
		return active;
	}

	private nodeRun(): string {
		const run = String(this.context.getWorkflowDataProxy(0).$runIndex ?? 0);
		if (isAgentsTool(this.context.getNode()))
			return ((this.kept.requests ??= {})[run] ??= this.toolRun());
		// When a node runs again, its earlier runs are over.
		for (const other of Object.keys(this.kept.runs)) {
			if (other !== run) delete this.kept.runs[other];
		}
		return run;
	}

	private toolRun(): string {
		if (this.isOutside) this.forgetOld();
		const left = Object.keys(this.kept.runs).filter(
			// Tries of one call never overlap, so an equal call under way is a different call.
			(run) => run.startsWith(`${this.print} `) && !this.active.has(run),
		);
		// Of several equal calls, first what may have been done.
		const run = left.find((each) => Object.keys(this.kept.runs[each]).length > 0) ?? left.at(0);
		if (run !== undefined) return run;
		if (this.isOutside) return `${this.print} ${performance.now()} ${randomUUID()}`;
		const begun = this.kept.toolCalls[this.print] ?? 0;
		this.kept.toolCalls[this.print] = begun + 1;
		return `${this.print} ${begun}`;
	}

	private forgetOld(): void {
		for (const run of Object.keys(this.kept.runs)) {
			if (Number(run.split(' ')[1]) < performance.now() - KEPT_MS) delete this.kept.runs[run];
		}
	}
}

/** Models number their calls, some of them anew each time that the agent runs. */
function callOf(context: IExecuteFunctions, print: string): string | undefined {
	const { toolCallId } = context.getInputData()[0].json;
	return toolCallId ? hash(print, toolCallId, sourceOf(context)) : undefined;
}

/** For values that must not be saved as they are, such as phone numbers and texts. */
export const hash = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);
