import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { unlessBusy } from '../shared/polling/unlessBusy';
import { openService, type Service } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { advance, begin, readState, type State } from './cursor';
import { eventData, sampleData, type LinkEvent } from './event';
import { readAll, readLinks } from './list';
import { latestLinks } from './sample';
import { readSettings, type Settings } from './settings';

/**
 * Polls for n8n. The state changes only if all succeeded, together with the return of the events: n8n saves
 * both or, after a fault, neither.
 *
 * @throws NodeApiError | NodeOperationError, with nothing lost: the next poll finds the same again
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		if (context.getMode() === 'manual') return await showSample(context);
		const data = context.getWorkflowStaticData('node');
		return (await unlessBusy(data, async () => await emitEvents(context, data))) ?? null;
	} catch (fault) {
		throw toNodeError(context.getNode(), fault);
	}
}

async function emitEvents(context: IPollFunctions, data: IDataObject) {
	const { service, settings } = await open(context);
	const before = readState(data.state, settings);
	const { events, state } = await pollOnce(service, settings, before);
	// Assigned at the first level: n8n notices no change below it.
	data.state = { ...state };
	return output(events.map((event) => eventData(event, settings.rule)));
}

/**
 * One poll: what happened since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it emits nothing old
 * @throws whatever the service throws
 */
export async function pollOnce(
	service: Pick<Service, 'read'>,
	{ criteria, scope, from, rule }: Settings,
	state: State | undefined,
): Promise<{ events: LinkEvent[]; state: State }> {
	if (!state) {
		const links = await readAll(service, criteria, rule);
		return { events: [], state: begin({ scope, from }, links, rule) };
	}
	return advance({ ...state, from }, await readLinks(service, criteria, rule), rule);
}

async function showSample(context: IPollFunctions) {
	const { service, settings } = await open(context);
	const links = await readLinks(service, settings.criteria, settings.rule);
	const shown = latestLinks(links, settings.rule, context.getNode());
	return output(shown.map((link) => sampleData(link, settings.rule)));
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	return { service, settings: await readSettings(context, service.account) };
}

const output = (items: IDataObject[]): INodeExecutionData[][] | null =>
	items.length > 0 ? [items.map((json) => ({ json }))] : null;
