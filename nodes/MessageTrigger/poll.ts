import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { openService } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { unlessBusy } from '../shared/polling/unlessBusy';
import { begin, edit, hasChanged, whenSeen } from './begin';
import { eventData, type ChangeEvent } from './change';
import { advance, inOrder, shownAtEdits } from './cursor';
import { messageList, type MessageList } from './list';
import { Memory } from './memory';
import { readOn } from './reading';
import { latestChanges } from './sample';
import { readSettings, type Settings, type Terms } from './settings';
import { startOf } from './pollStart';
import { readState, type State } from './state';
import { nowOf, type Now } from './times';

/** For n8n before 2.38, which gives a poll no time budget. */
const BUDGET_MS = 40_000;
/** Most calls of a poll: 25,000 items are enough for one execution. */
const MOST_CALLS = 250;
/** After this many polls in a row without progress, the poll fails. */
const MOST_STUCK = 3;

/**
 * Polls for n8n. The state changes only if all succeeded, together with the return of the events: n8n saves
 * both or, after a fault, neither.
 *
 * @throws NodeApiError | NodeOperationError, with nothing lost: the next poll reads the same again
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await attempt(context, showSample);
	const data = context.getWorkflowStaticData('node');
	return await attempt(context, async () => {
		return (await unlessBusy(data, async () => await emitChanges(context, data))) ?? null;
	});
}

async function emitChanges(context: IPollFunctions, data: IDataObject) {
	const { list, settings, terms } = await open(context);
	const { events, state } = await pollOnce(list, readState(data.state, settings.account), terms);
	// Assigned at the first level: n8n notices no change below it.
	data.state = { ...state };
	if (events.length > 0) return output(events, settings);
	if (state.stuck >= MOST_STUCK) throw stuck(context, state);
	return null;
}

/**
 * One poll: what changed since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param before undefined for a trigger that begins: it emits nothing old
 * @throws whatever the list throws
 */
export async function pollOnce(
	list: MessageList,
	before: State | undefined,
	terms: Terms,
): Promise<{ events: ChangeEvent[]; state: State }> {
	const started = Date.now();
	let calls = 0;
	const counted: MessageList = {
		pageSize: list.pageSize,
		page: async (asked) => {
			calls++;
			return await list.page(asked);
		},
	};
	// The service's clock is not known before its first answer; until then its last known lead is used.
	const lead = (): number => (terms.now() ?? Date.now() + (before?.clockLead ?? 0)) - Date.now();
	const now = (): Now => nowOf(started + lead(), terms.zone);
	let state = before ?? (await begin(counted, terms, now));
	if (hasChanged(state, terms.choice)) state = await edit(counted, state, terms.choice);

	const hasTime = () => calls < MOST_CALLS && Date.now() - started < terms.budget;
	const events: ChangeEvent[] = [];
	for (;;) {
		const goesOn = state.onward !== undefined;
		const memory = new Memory(state);
		const freeRows = Math.floor(list.pageSize * 0.9);
		const from = startOf(state, memory, now(), { zone: terms.zone, freeRows });
		const shown = shownAtEdits(state);
		const reading = await readOn(counted, { ...state, from, shown }, terms.zone, hasTime);
		const took = Date.now() - started;
		const step = advance({ ...state, clockLead: lead() }, memory, reading, now(), took);
		events.push(...step.events);
		state = reading.changes.length > 0 ? await whenSeen(counted, step.state) : step.state;
		// Before the place where the last poll had to stop, changes may have shown late.
		const isBehind = goesOn && state.onward === undefined && reading.isWhole;
		if (!isBehind || !hasTime()) return { events: inOrder(events), state };
	}
}

function stuck(context: IPollFunctions, { missing, stuck: polls, from }: State) {
	const message = missing
		? 'The service does not show all changes that it counts'
		: 'There are too many changes for one poll to read';
	const what = missing
		? `In the last ${polls} polls it did not show ${missing}.`
		: `The last ${polls} polls did not get past ${from}. Check the time zone in the credential.`;
	const description = `${what} Nothing is lost: the trigger waits there, and goes on as soon as it can.`;
	return new NodeOperationError(context.getNode(), message, { description });
}

async function showSample(context: IPollFunctions) {
	const { list, settings } = await open(context);
	return output(await latestChanges(list, settings.choice, context.getNode()), settings);
}

async function open(context: IPollFunctions) {
	const service = await openService(context);
	const settings = readSettings(context, service.account);
	const list = messageList(service, settings.criteria, settings.withNumberInfo);
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	const { account, choice } = settings;
	const now = () => service.clock.now();
	return { list, settings, terms: { account, choice, zone: service.account.zone, budget, now } };
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
