import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openService, type Service } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { budgetOf, nothingToShow, pollAlone, SHOWN } from '../shared/polling/poll';
import { advance, begin, byId, readState, type State } from './cursor';
import { eventData, hasHappened, type LinkEvent } from './event';
import { readAll, readLinks } from './list';
import { readSettings, type Settings } from './settings';

/** @throws NodeApiError | NodeOperationError, with nothing lost: the next poll reads the same again */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	try {
		return await pollAlone(context, {
			sample: async () => {
				const { service, settings } = await open(context);
				const { links } = await readLinks(service, settings.criteria, settings.rule);
				const fitting = links.filter((link) => hasHappened(link, settings.rule));
				if (fitting.length > 0)
					return byId(fitting)
						.slice(-SHOWN)
						.map((link) => eventData({ link, before: null }, settings.rule));
				const [what, advice] =
					links.length === 0
						? ['There is no link to show yet', 'Make a short link, or check the filters.']
						: [
								'No link that matches has such an event',
								'For a test, choose "New Clicks" in Trigger On, and open one of their short links.',
							];
				throw nothingToShow(node, what, advice);
			},
			emit: async (saved) => {
				const { service, settings } = await open(context);
				const before = readState(saved, settings);
				const budget = budgetOf(context);
				const ends = Date.now() + budget;
				// What a trigger does not see when it begins would look new later: it takes its time.
				const reader = before ? service.until(AbortSignal.timeout(budget)) : service;
				const hasTime = () => Date.now() < ends;
				const { events, state } = await pollOnce(reader, settings, before, hasTime);
				const items = events.map((event) => eventData(event, settings.rule));
				return { items, state: { ...state } };
			},
		});
	} catch (fault) {
		throw toNodeError(node, fault);
	}
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	return { service, settings: readSettings(context, service.account) };
}

/**
 * What happened since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it emits nothing old
 * @param hasTime whether another call may be made; what is left, the next poll reads first. Not asked when it
 * begins
 * @throws whatever the service throws
 */
export async function pollOnce(
	service: Pick<Service, 'read'>,
	{ criteria, scope, from, rule }: Settings,
	state: State | undefined,
	hasTime: () => boolean,
): Promise<{ events: LinkEvent[]; state: State }> {
	if (!state) {
		const links = await readAll(service, criteria, rule);
		return { events: [], state: begin({ scope, from }, links, rule) };
	}
	const { links, next } = await readLinks(service, criteria, rule, state.page, hasTime);
	return advance({ ...state, from, page: next }, links, rule);
}
