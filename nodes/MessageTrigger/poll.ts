import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openService } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { alone } from '../shared/polling/alone';
import { eventData, type ChangeEvent } from './change';
import { advance, blankState, readState, type State } from './cursor';
import { messageList, type MessageList } from './list';
import { readSince, readStart, type Terms } from './reading';
import { latestChanges } from './sample';
import { readSettings, type Settings } from './settings';

/** For n8n before 2.38, which gives a poll no budget of its own. */
const BUDGET_MS = 40_000;

/**
 * Polls for n8n. The state is only touched when all went well, together with the return of the events:
 * n8n saves both or, when something fails before, neither.
 *
 * @throws NodeApiError | NodeOperationError, with nothing lost: the next poll reads the same again
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await attempt(context, showSample);
	const data = context.getWorkflowStaticData('node');
	return await attempt(context, async () => {
		return (await alone(data, async () => await tellChanges(context, data))) ?? null;
	});
}

async function tellChanges(context: IPollFunctions, data: IDataObject) {
	const { list, settings, zone } = await open(context);
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	const terms = { overlap: settings.overlap, zone, budget };
	const before = readState(data.state, settings.scope);
	const { events, state } = await pollOnce(list, settings.scope, before, terms);
	// A key of the first level: n8n notices no change below it.
	data.state = { ...state };
	const told = events.filter(({ status }) => settings.wants(status));
	return told.length > 0 ? output(told, settings) : null;
}

/**
 * One poll: what changed since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it tells nothing old
 * @throws whatever the list throws
 */
export async function pollOnce(
	list: MessageList,
	scope: string,
	state: State | undefined,
	terms: Terms,
): Promise<{ events: ChangeEvent[]; state: State }> {
	if (state) return advance(state, await readSince(list, state, terms));
	const reading = await readStart(list, terms);
	return { events: [], state: advance(blankState(scope, reading), reading).state };
}

async function showSample(context: IPollFunctions) {
	const { list, settings } = await open(context);
	return output(await latestChanges(list, settings.wants, context.getNode()), settings);
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	const settings = readSettings(context, service.account);
	const list = messageList(service, settings.criteria, settings.withNumberInfo);
	return { list, settings, zone: service.account.zone };
}

const output = (events: ChangeEvent[], settings: Settings): INodeExecutionData[][] => [
	events.map((event) => ({ json: eventData(event, settings) })),
];

async function attempt<T>(
	context: IPollFunctions,
	work: (context: IPollFunctions) => Promise<T>,
): Promise<T> {
	try {
		return await work(context);
	} catch (fault) {
		throw toNodeError(context.getNode(), fault);
	}
}
