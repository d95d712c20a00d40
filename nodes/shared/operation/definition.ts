import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { accountFrom, CREDENTIAL } from '../api/account';
import { isCancelled } from '../api/faults';
import { pause } from '../api/promises';
import { openService, Service } from '../api/service';
import { ItemParameters } from '../input/itemParameters';
import { itemsAt, plural, Refusal } from '../input/parse';
import { groupBy } from './gather';
import { continues } from './ledger';
import { failedAs, toFaultText, toNodeError, worded, type NodeFault } from './nodeError';
import { eachItem, Run, type Asked, type ItemWork, type Shape } from './run';
import { keepWrites, makeOnce } from './writes';

interface OperationFrame<P> {
	resource: string;
	operation: string;
	name: string;
	/** Text in the node picker, which also becomes the node's name on the canvas. */
	action: string;
	/** Shown below the name in the list of operations; AI agents read it as the description of their tool. */
	description: string;
	properties: INodeProperties[];
	/** What is counted in "37 of 50 ...". */
	counted: string;
	/** It sends messages. Where its fault does not say, a failed item is `refused` in place of `failed`. */
	sends?: true;
	/** Makes no call, so it needs no credential. */
	offline?: true;
	/** Reads and checks the parameters of one item, before anything is sent. @throws Refusal */
	read(item: ItemParameters): P;
	/** Reads how the outputs come out: one choice for the run, that of the first item that can be read. @throws Refusal */
	shape?(item: ItemParameters, context: IExecuteFunctions): Shape;
}

export interface OperationDefinition<P> extends OperationFrame<P> {
	/** Gives each item its result. A failed item is recorded in the run, not thrown. */
	run(run: Run, asked: Array<Asked<P>>): Promise<void>;
}

/** An operation as the node's manifest has it, whatever its parameters are. */
export interface Operation extends Omit<OperationFrame<never>, 'read'> {
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}

/** Reads for each item by itself. */
export const itemOperation = <P>(
	definition: OperationFrame<P> & { each: ItemWork<P> },
): Operation => operation<P>({ ...definition, run: eachItem(definition.each) });

/** Makes one write for each item. What an earlier try did is not done again. */
export const writeOperation = <P>({
	each,
	nameOf,
	...frame
}: OperationFrame<P> & {
	each(params: P, run: { service: Service }): Promise<IDataObject>;
	/** What an item is about. All else may change until the next try, as with `$now`. */
	nameOf(params: P): unknown;
}): Operation => {
	const make = makeOnce<P>(async (params, { writer }) => await each(params, { service: writer }));
	return operation({ ...frame, run: keepWrites(`${frame.operation}s`, make, nameOf) });
};

/** An operation that serves all its items together. */
export function operation<P>(definition: OperationDefinition<P>): Operation {
	return { ...definition, execute: async (context) => await execute(context, definition) };
}

/**
 * Reads all parameters first, so that bad input is refused before anything is sent; then lets the operation
 * work; then returns the outputs in the order of the inputs.
 *
 * @throws NodeApiError | NodeOperationError in stop mode, saying how far the run got; Refusal when the
 * credential cannot be used
 */
async function execute<P>(
	context: IExecuteFunctions,
	definition: OperationDefinition<P>,
): Promise<INodeExecutionData[]> {
	const itemCount = context.getInputData().length;
	const service = await open(context, definition.offline === true);
	const run = new Run(context, service, itemCount, continues(context), failedAs(definition));
	// Also when halted: without calls, an operation may return what an earlier try of this run did.
	try {
		await definition.run(run, await readItems(run, definition));
	} catch (fault) {
		// If it were thrown, it would hide the items that succeeded before.
		run.failRest(fault);
	}
	if (run.halted) throw stopSummary(run, definition.counted);
	return run.outputs();
}

async function open(context: IExecuteFunctions, offline: boolean): Promise<Service> {
	const signal = context.getExecutionCancelSignal();
	if (offline) {
		const zone = context.getTimezone();
		const none = { id: '', baseUrl: '', zone, credential: {}, withoutKey: String };
		return new Service(context, none, signal);
	}
	const service = await openService(context, signal);
	await checkAccounts(context, service.account.id);
	return service;
}

/**
 * All calls of a run are for the account of its first item, but an expression in the credential may give each item
 * another one. Such an expression gives another account, or none, for an item behind the last one: mostly that one look
 * is enough.
 *
 * @throws Refusal for items with different accounts
 */
async function checkAccounts(context: IExecuteFunctions, account: string): Promise<void> {
	const isSame = async (item: number): Promise<boolean> => {
		try {
			return accountFrom(await context.getCredentials(CREDENTIAL, item)).id === account;
		} catch {
			return false;
		}
	};
	const { length } = context.getInputData();
	if (length === 1 || (await isSame(length))) return;
	for (let item = 1; item < length; item++) {
		if (await isSame(item)) continue;
		throw new Refusal(
			`An expression in the credential gives item ${item + 1} another account than item 1`,
			'Put a Loop Over Items node with a batch size of 1 before this one: a run is for one account.',
		);
	}
}

/** After so many items n8n gets time for other work: to read ten thousand takes seconds. */
const AT_ONCE = 250;

/** An item that is refused fails, and is left out. */
async function readItems<P>(
	run: Run,
	definition: OperationDefinition<P>,
): Promise<Array<Asked<P>>> {
	const { zone, country } = run.service.account;
	const zones = { account: zone, workflow: run.context.getTimezone() };
	const asked: Array<Asked<P>> = [];
	for (let index = 0; index < run.itemCount && !run.cancelled; index++) {
		if (index % AT_ONCE === AT_ONCE - 1) await pause(1, run.service.signal);
		const item = new ItemParameters(run.context, index, definition.properties, zones, country);
		try {
			run.shape ??= definition.shape?.(item, run.context);
			asked.push({ index, params: definition.read(item) });
		} catch (refusal) {
			run.fail(index, refusal);
		}
	}
	return asked;
}

const MOST_CAUSES = 5;

/**
 * The error of a run that ends early: how far it got, and why. Items are counted from 1, and a cause that
 * several items share is named once.
 */
export function stopSummary(run: Run, counted: string): NodeFault {
	const node = run.context.getNode();
	const faults = [...run.faults]
		.filter(([, fault]) => !run.cancelled || !isCancelled(fault))
		.sort(([a], [b]) => a - b);
	// n8n knows a cancelled execution from a failed one by the word in brackets.
	const stopped = run.cancelled ? '; the execution was stopped (canceled)' : '';
	const reached = `${run.done} of ${run.itemCount} ${counted}${stopped}`;
	if (faults.length === 0) return new NodeOperationError(node, reached);
	const [itemIndex, fault] = faults[0];
	if (run.itemCount === 1 && !run.cancelled) {
		const only = toNodeError(node, fault, itemIndex);
		only.description = sentences(only.description, ...run.notes);
		return only;
	}
	// Without the index: n8n would show it behind the message, counted from 0.
	const first = toNodeError(node, fault);
	const groups = groupBy(faults, ([, each]) => toFaultText(each));
	const [cause, ...others] = groups
		.slice(0, 1 + MOST_CAUSES)
		.map((group) => causeOf(group, run.itemCount));
	const more = groups.slice(1 + MOST_CAUSES);
	first.description = sentences(
		first.description,
		...others.map(capitalized),
		more.length > 0 && `${capitalized(itemsOf(more.flat()))}: ${plural(more.length, 'more cause')}`,
		fault instanceof Refusal &&
			faults.length < run.itemCount &&
			run.notes.length === 0 &&
			'To leave out such items and go on, set On Error to Continue in the settings of the node',
		...run.notes,
	);
	return worded(first, `${reached}; ${cause}`);
}

const sentences = (...parts: unknown[]): string => parts.filter(Boolean).join(' · ');

type ItemFault = [index: number, fault: unknown];

/** `items 2, 5: "Recipient" is empty` */
const causeOf = (group: ItemFault[], itemCount: number): string =>
	`${group.length === itemCount ? 'every item' : itemsOf(group)}: ${toFaultText(group[0][1])}`;

const itemsOf = (group: ItemFault[]): string =>
	itemsAt(group.map(([index]) => index).sort((a, b) => a - b));

const capitalized = (text: string): string => text[0].toUpperCase() + text.slice(1);
