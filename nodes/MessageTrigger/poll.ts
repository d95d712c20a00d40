import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { ServiceRefusal } from '../shared/api/faults';
import { settle } from '../shared/api/promises';
import { openService } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { budgetOf } from '../shared/polling/parameters';
import { pollAlone } from '../shared/polling/poll';
import { eventData, type ChangeEvent } from './change';
import { onlyStatus, wantsStatus } from './choice';
import { advance, settledAt } from './cursor';
import { messageList, narrowed, type MessageList } from './list';
import { Memory } from './memory';
import { readOn } from './reader';
import { latestChanges } from './sample';
import { readSettings, type Settings } from './settings';
import { readState, sinceSetBack, type State } from './state';
import { BEGINNING, LATEST_S, later, offsetAt, secondsAfter, timeAt } from './times';

/** Most calls of a poll: 40,000 items are enough for one execution. */
const MOST_CALLS = 400;
/** How often an account seems empty before that is believed: an answer may be empty by mistake. */
const ASKS = 3;

/** What a poll depends on besides its state. */
export interface Terms extends Pick<Settings, 'scope' | 'choice' | 'ignoreOlderThan'> {
	/** IANA name of the account's zone. */
	zone: string;
	/** How long a poll may take, in ms. */
	budget: number;
	/** The present time of the service in ms since the epoch; undefined while it is not known. */
	now(): number | undefined;
}

/** Polls for n8n. @throws NodeApiError | NodeOperationError, with nothing lost: the next poll reads the same again */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await pollAlone(context, {
			sample: async () => await sample(context),
			emit: async (data) => await emitChanges(context, data),
		});
	} catch (fault) {
		throw toNodeError(context.getNode(), fault);
	}
}

async function sample(context: IPollFunctions): Promise<IDataObject[]> {
	const { list, settings } = await open(context);
	const changes = await latestChanges(list, settings.choice, context.getNode());
	return changes.map((change) => eventData(change, settings));
}

async function emitChanges(context: IPollFunctions, data: IDataObject): Promise<IDataObject[]> {
	const { list, settings, terms } = await open(context);
	const { events, state, isStuck } = await pollOnce(
		list,
		readState(data.state, settings.scope),
		terms,
	);
	if (isStuck && events.length === 0) throw stuck(context, state);
	// Assigned at the first level: n8n notices no change below it.
	data.state = { ...state };
	return events.map((event) => eventData(event, settings));
}

/**
 * One poll: what changed since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param saved undefined for a trigger that begins: it emits nothing old
 * @throws whatever the list throws
 */
export async function pollOnce(
	service: MessageList,
	saved: State | undefined,
	terms: Terms,
): Promise<{ events: ChangeEvent[]; state: State; isStuck: boolean }> {
	const began = Date.now();
	let calls = 0;
	const list: MessageList = {
		pageSize: service.pageSize,
		page: async (asked) => {
			calls++;
			return await service.page(asked);
		},
	};
	const hasTime = () => calls < MOST_CALLS && Date.now() - began < terms.budget;
	// Not known before the first answer; until then it is as far ahead as at last.
	const serviceMs = () => terms.now() ?? Date.now() + (saved?.clockLead ?? 0);
	const clock = () => timeAt(serviceMs(), terms.zone);

	async function readFrom(before: State, memory: Memory) {
		const state = sinceSetBack(before, began, terms.zone);
		const oldest = timeAt(serviceMs() - terms.ignoreOlderThan * 3_600_000, terms.zone);
		const from = terms.ignoreOlderThan === 0 ? state.from : later(state.from, oldest);
		const start = { ...state, from, settled: settledAt(state, began) };
		const source = state.status ? narrowed(list, state.status) : list;
		const reading = await readOn(source, start, terms.zone, hasTime);
		const time = { began, ended: Date.now(), clock: clock() };
		const isWanted = (status: string) => wantsStatus(terms.choice, status);
		const clockLead = serviceMs() - Date.now();
		const step = advance({ ...state, clockLead }, memory, from, reading, time, isWanted);
		const isSame = JSON.stringify([step.state.from, reading.at, reading.place]);
		const isStill = isSame === JSON.stringify([from, from, state.place]);
		return { ...step, isEnd: reading.isEnd, isStuck: isStill && !reading.isEnd };
	}

	async function beginAnew(memory: Memory): Promise<State> {
		const { changes, newest, reliable } = await newestOf(list, clock);
		for (const change of changes) memory.learn(change, clock());
		return {
			...{ scope: terms.scope, newest: reliable, newestAt: Date.now(), begun: newest },
			from: reliable ? secondsAfter(reliable, -LATEST_S) : BEGINNING,
			...{
				offset: offsetAt(began, terms.zone),
				clockLead: 0,
				isInclusive: false,
				known: '',
				statuses: [],
			},
		};
	}

	const only = onlyStatus(terms.choice);
	if (!saved) {
		const memory = new Memory();
		return await readFrom(await beginAnew(memory), memory);
	}
	const memory = new Memory(saved);
	if (!saved.status || saved.status === only) {
		const step = await readFrom(saved, memory);
		if (!only || saved.status !== undefined || step.events.length === 0) return step;
		return { ...step, state: { ...step.state, status: await taken(list, only) } };
	}
	// Trigger On wants more than was read so far: from now on, without a gap in what it wanted before.
	const anew = await beginAnew(new Memory());
	const last = await readFrom(saved, memory);
	if (!last.isEnd) return last;
	const step = await readFrom(anew, memory);
	return { ...step, events: [...last.events, ...step.events] };
}

/**
 * The newest time in the list, and the newest that is not ahead of the service's clock; both '' where there is
 * none.
 */
async function newestOf(list: MessageList, clock: () => string) {
	const sort = { statusUpdateTs: 'DESC' as const };
	let { changes } = await list.page({ sort, from: BEGINNING, page: 0 });
	for (let asks = 1; changes.length === 0 && asks < ASKS; asks++)
		({ changes } = await list.page({ sort, from: BEGINNING, page: 0 }));
	const newest = changes.map(({ time }) => time).reduce(later, '');
	if (newest <= clock()) return { changes, newest, reliable: newest };
	const now = clock();
	const { changes: reliable } = await list.page({ sort, from: BEGINNING, to: now, page: 0 });
	const times = reliable.map(({ time }) => time);
	return { changes, newest, reliable: times.reduce(later, '') };
}

/**
 * Asks for one status only, since no document says whether the service takes one.
 *
 * @returns the status if it does, '' if not, undefined if that did not show
 */
async function taken(list: MessageList, status: string): Promise<string | undefined> {
	const sort = { statusUpdateTs: 'DESC' as const };
	const answer = await settle(
		async () => await list.page({ sort, from: BEGINNING, page: 0, status }),
	);
	if ('fault' in answer) return answer.fault instanceof ServiceRefusal ? '' : undefined;
	const { changes } = answer.value;
	const isTaken = changes.length > 0 && changes.every((change) => change.status === status);
	return isTaken ? status : '';
}

function stuck(context: IPollFunctions, { from }: State) {
	const message = 'The service shows no later changes';
	const description = `Full pages do not get past ${from}. Nothing is lost: the trigger waits there, and goes on as soon as it can. Check the time zone in the credential.`;
	return new NodeOperationError(context.getNode(), message, { description });
}

async function open(context: IPollFunctions) {
	const budget = budgetOf(context);
	const service = await openService(context, AbortSignal.timeout(budget));
	const settings = await readSettings(context, service.account);
	const list = messageList(service, settings.criteria, settings.withNumberInfo);
	const { zone } = service.account;
	return {
		list,
		settings,
		terms: { ...settings, zone, budget, now: () => service.clock.now() },
	};
}
