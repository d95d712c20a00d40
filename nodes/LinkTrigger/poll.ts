import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isCancelled } from '../shared/api/faults';
import { checkShown } from '../shared/api/list';
import { settle, timeLimit } from '../shared/api/promises';
import { openService, type Reader } from '../shared/api/service';
import { lowestFirst } from '../shared/api/wire';
import { Failure, toFaultText } from '../shared/operation/nodeError';
import { budgetOf, nothingToShow, pollAlone, SHOWN } from '../shared/polling/poll';
import { advance, eventData, hasHappened, NOTHING, readState, type State } from './cursor';
import { readAll, readLinks } from './list';
import { readSettings, type Settings } from './settings';

/** In ms: a trigger that begins takes its time, since what it does not see then would look new later. */
const MOST_BEGINNING_MS = 65_000;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollAlone(context, {
		sample: async () => {
			const { service, settings } = await open(context);
			const { criteria, rule } = settings;
			const reader = service.until(timeLimit(budgetOf(context)));
			const { links, unshown } = await readLinks(reader, criteria, rule.watched, 0);
			checkShown('Link/List', links, unshown);
			const fitting = links.filter((link) => hasHappened(link, rule));
			if (fitting.length > 0)
				return fitting
					.sort(lowestFirst)
					.slice(-SHOWN)
					.map((link) => eventData({ link, before: null }, rule));
			const [what, advice] =
				links.length === 0 && rule.watched !== 'blocked'
					? ['There is no link to show yet', 'Make a short link, or check the filters.']
					: [
							'No link that matches has such an event yet',
							'For a test, set Trigger On to "New Clicks", and open one of their short links in a browser.',
						];
			throw nothingToShow(what, advice);
		},
		emit: async (saved) => {
			const { service, settings } = await open(context);
			const before = readState(saved, settings);
			const budget = budgetOf(context, before ? undefined : MOST_BEGINNING_MS);
			const reader = service.until(timeLimit(budget));
			const polled = await settle(pollOnce(reader, settings, before));
			if ('fault' in polled) {
				const { fault } = polled;
				throw !before && isCancelled(fault) ? tooMany(budget, fault.cause) : fault;
			}
			const { events, state } = polled.value;
			const items = events.map((event) => eventData(event, settings.rule));
			return { items, state: { ...state } };
		},
	});
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	return { service, settings: readSettings(context, service.account) };
}

/** @param cause what the last call was repeated for, as a limit of calls */
const tooMany = (budget: number, cause: unknown): Failure =>
	new Failure(
		`The links could not all be read in ${budget / 1000} s${cause ? `: ${toFaultText(cause)}` : ''}`,
		'Add "Created From" or "Query" to Filters, so that fewer links match.',
	);

/**
 * What happened since the state, and the state after it; what there was no time for, the next poll reads first.
 * Nothing is kept when it throws.
 *
 * @param state undefined for a trigger that begins: it emits nothing old
 */
export async function pollOnce(
	service: Reader,
	{ criteria, scope, from, rule }: Settings,
	state: State | undefined,
): Promise<ReturnType<typeof advance>> {
	if (!state) {
		const links = await readAll(service, criteria, rule.watched);
		return { ...advance({ scope, from, ...NOTHING }, links, rule), events: [] };
	}
	const { links, next } = await readLinks(service, criteria, rule.watched, state.page);
	return advance({ ...state, from, page: next }, links, rule);
}
