import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import type { Account } from '../api/account';
import { isRecord } from '../api/wire';
import { isCancelled } from '../api/faults';
import { ItemParameters, type ParameterSource } from '../input/itemParameters';
import { hash } from '../operation/ledger';
import { Failure, toNodeError } from '../operation/nodeError';

export interface Polled {
	/** Items for a manual test. */
	sample(): Promise<IDataObject[]>;
	/** @returns the items since a saved state, and the state after it */
	emit(saved: unknown): Promise<{ items: IDataObject[]; state: IDataObject }>;
}

/** Triggers whose poll is under way, by the workflow's ID and, as n8n keeps their states, the node's name. */
const busy = new Set<string>();

/** How n8n switches triggers on by itself when it starts. */
const BY_ITSELF = ['init', 'leadershipChange'];

/** Those that have polled: n8n makes one context for all polls since it switched a trigger on (read in 2.41.1). */
const begun = new WeakSet<IPollFunctions>();

/**
 * What polls failed with that took long, and when, by the same names. While a workflow is published, n8n polls again four
 * times in 15 s, and after 84 s in all it gives up and no longer says what was wrong (seen in 2.41.1).
 */
const failed = new Map<string, { fault: unknown; at: number }>();

/** In ms: five polls that take longer may be too long for n8n. */
const LONG_MS = 10_000;
const AGAIN_MS = 16_000;

/**
 * Polls, unless another poll of the trigger is under way, which would emit the same: n8n begins the next one
 * when it is due, however long the last one takes.
 *
 * @throws NodeApiError | NodeOperationError, with nothing lost: n8n saves state and items together, or neither. Not the first
 * poll after n8n switched the trigger on by itself
 */
export async function pollAlone(
	context: IPollFunctions,
	{ sample, emit }: Polled,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const trigger = `${context.getWorkflow().id} ${node.name}`;
	const isTest = context.getMode() === 'manual';
	if (!isTest && busy.has(trigger)) return null;
	const isFirst = BY_ITSELF.includes(context.getActivationMode()) && !begun.has(context);
	const before = failed.get(trigger);
	const at = performance.now();
	try {
		if (isTest) return output(await sample());
		if (before && at < before.at + AGAIN_MS) throw before.fault;
		failed.delete(trigger);
		busy.add(trigger);
		const data = context.getWorkflowStaticData('node');
		const { items, state } = await emit(data.state);
		// Assigned at the first level: n8n notices no change below it.
		data.state = state;
		return output(items);
	} catch (fault) {
		// n8n would leave the trigger off until somebody publishes it again (seen in 2.41.1). The next poll says what is wrong.
		if (isFirst) return null;
		const now = performance.now();
		if (!isTest && now > at + LONG_MS) failed.set(trigger, { fault, at: now });
		throw toNodeError(node, isCancelled(fault) ? (fault.cause ?? timeUp()) : fault);
	} finally {
		begun.add(context);
		if (!isTest) busy.delete(trigger);
	}
}

/** n8n stops no poll: only its own time ends a call. */
const timeUp = () =>
	new Failure(
		'No response came in the time that a poll has',
		'Nothing is lost: the next poll reads the same again. If it lasts, other workflows may use up what the service allows for this account.',
	);

const output = (items: IDataObject[]) =>
	items.length > 0 ? [items.map((json) => ({ json }))] : null;

/** Items of a manual test. */
export const SHOWN = 10;

/** The error of a manual test. */
export const nothingToShow = (what: string, advice: string): Failure =>
	new Failure(what, `${advice} Published, the workflow waits for the first one.`);

/** In ms: a poll is to end before the next one is due, which is a minute later at the earliest. */
const MOST_MS = 40_000;

/**
 * How long a poll may take, in ms: newer versions of n8n say it, too.
 *
 * @param most in ms. The first poll after each start is part of publishing the workflow, which n8n gives up
 * after 84 s: then the workflow is off, and only what failed 15 s before that is said
 */
export const budgetOf = (context: IPollFunctions, most = MOST_MS): number =>
	Math.min(most, 'getPollBudgetMs' in context ? context.getPollBudgetMs() : most);

/** Shows on the canvas what is chosen in Trigger On. */
export function subtitleOf(options: Array<{ name: string; value: string }>): string {
	const names = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["triggerOn"]] }}`;
}

/** A trigger has no items: its parameters are read once. */
export function triggerParameters(
	context: IPollFunctions,
	account: Account,
	fields: INodeProperties[],
): ItemParameters {
	const source: ParameterSource = {
		getNodeParameter: (name, _item, fallback, options) =>
			context.getNodeParameter(name, fallback, options),
	};
	const zones = { account: account.zone, workflow: context.getTimezone() };
	return new ItemParameters(source, 0, fields, zones);
}

/** The version of what the triggers save. It changes when a state is written in another way: then an older one is no state. */
const FORM = 2;

/** Names the account (server and key), and what else a state belongs to. */
export const scopeOf = (account: Account, ...more: unknown[]): string =>
	hash(FORM, account.id, ...more);

/**
 * Whether it is a state of this scope and `FORM`: its fields are certain then, since only the trigger writes it. Else the
 * trigger begins anew.
 */
export const isOfScope = <State>(saved: unknown, scope: string): saved is State =>
	isRecord(saved) && saved.scope === scope;
