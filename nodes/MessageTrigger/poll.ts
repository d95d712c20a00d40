import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openService } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { alone } from './alone';
import { eventData, type ChangeEvent } from './change';
import { messageList } from './list';
import { pollOnce } from './pollOnce';
import { latestChanges } from './sample';
import { readState } from './savedState';
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

const output = (events: ChangeEvent[], { simplify }: Settings): INodeExecutionData[][] => [
	events.map((event) => ({ json: eventData(event, simplify) })),
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
