import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openService, type Service } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { budgetOf } from '../shared/polling/parameters';
import { pollAlone } from '../shared/polling/poll';
import { advance, begin, readState, type State } from './cursor';
import { eventData, sampleData, type LinkEvent } from './event';
import { readAll, readLinks } from './list';
import { latestLinks } from './sample';
import { readSettings, type Settings } from './settings';

/** Polls for n8n. @throws NodeApiError | NodeOperationError, with nothing lost: the next poll reads the same again */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await pollAlone(context, {
			sample: async () => await sample(context),
			emit: async (data) => await emitEvents(context, data),
		});
	} catch (fault) {
		throw toNodeError(context.getNode(), fault);
	}
}

async function emitEvents(context: IPollFunctions, data: IDataObject): Promise<IDataObject[]> {
	const { service, settings } = await open(context);
	const [ends, budget] = [Date.now() + budgetOf(context), AbortSignal.timeout(budgetOf(context))];
	const before = readState(data.state, settings);
	// What a trigger does not see when it begins would look new later: it takes its time.
	const { events, state } = before
		? await pollOnce(service.until(budget), settings, before, () => Date.now() < ends)
		: await pollOnce(service, settings, before);
	// Assigned at the first level: n8n notices no change below it.
	data.state = { ...state };
	return events.map((event) => eventData(event, settings.rule));
}

/**
 * One poll: what happened since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it emits nothing old
 * @param hasTime whether another call may be made; what is left, the next poll reads first
 * @throws whatever the service throws
 */
export async function pollOnce(
	service: Pick<Service, 'read'>,
	{ criteria, scope, from, rule }: Settings,
	state: State | undefined,
	hasTime = () => true,
): Promise<{ events: LinkEvent[]; state: State }> {
	if (!state) {
		const links = await readAll(service, criteria, rule);
		return { events: [], state: begin({ scope, from }, links, rule) };
	}
	const { links, next } = await readLinks(service, criteria, rule, state.page, hasTime);
	return advance({ ...state, from, page: next }, links, rule);
}

async function sample(context: IPollFunctions): Promise<IDataObject[]> {
	const { service, settings } = await open(context);
	const { links } = await readLinks(service, settings.criteria, settings.rule);
	const shown = latestLinks(links, settings.rule, context.getNode());
	return shown.map((link) => sampleData(link, settings.rule));
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	return { service, settings: await readSettings(context, service.account) };
}
