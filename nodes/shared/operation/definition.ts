import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { eachItem, type ItemWork } from './eachItem';
import type { FailureDetails } from './failure';
import type { ItemParameters } from '../input/itemParameters';
import { runOperation } from './runOperation';
import type { Asked, Run } from './run';

/** An operation's entry in the editor, and its parameters. */
interface OperationFrame<P> {
	resource: string;
	operation: string;
	/** Name in the list of operations. */
	name: string;
	/** Text in the node picker, which also becomes the node's name on the canvas. */
	action: string;
	/** Sentences below the name in the list of operations; also what an AI agent is told of its tool. */
	description: string;
	properties: INodeProperties[];
	/** What is counted in "37 of 50 ...". */
	counted: string;
	/** Outcome of an item that failed and says no more; default `failed`. */
	failedAs?: FailureDetails['outcome'];
	/** Makes no call, so it needs no credential. */
	offline?: true;
	/** Reads and checks the parameters of one item, before anything is sent. @throws ParameterRefusal */
	read(item: ItemParameters): P;
}

/** What an operation does with its parameters; never throws for the sake of one item. */
type OperationWork<P> =
	| {
			/** Carries the operation out and gives each item its result. */
			run(run: Run, asked: Array<Asked<P>>): Promise<void>;
	  }
	| {
			/**
			 * In place of `run`: the items are read as they are taken, so that calls need not wait for the last
			 * of many. Only for calls that change nothing: bad input in a later item is refused after they began.
			 */
			runWhileRead(run: Run, asked: Iterable<Asked<P>>): Promise<void>;
	  };

/** What one operation is: its entry in the editor, its parameters, and what it does with them. */
export type OperationDefinition<P> = OperationFrame<P> & OperationWork<P>;

/** An operation as the node's manifest holds it: whatever its parameters are, it can be executed. */
export interface Operation extends Omit<OperationFrame<never>, 'read'> {
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}

/** An operation that serves each item by itself: its work returns the item's outputs, or emits them. */
export type ItemOperationDefinition<P> = OperationFrame<P> & {
	each: ItemWork<P>;
};

/** Makes an operation out of what it does for one item. */
export const itemOperation = <P>(definition: ItemOperationDefinition<P>): Operation =>
	operation<P>({ ...definition, run: eachItem(definition.each) });

/** Makes a definition executable. */
export function operation<P>(definition: OperationDefinition<P>): Operation {
	return { ...definition, execute: async (context) => await runOperation(context, definition) };
}
