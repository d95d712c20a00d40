import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { ServiceRefusal } from '../shared/api/faults';
import { checkShown } from '../shared/api/list';
import { settle, timeLimit } from '../shared/api/promises';
import { openService } from '../shared/api/service';
import { plural } from '../shared/input/parse';
import { formatInstant } from '../shared/input/time/readTime';
import { Failure } from '../shared/operation/nodeError';
import { budgetOf, isOfScope, nothingToShow, pollAlone, SHOWN } from '../shared/polling/poll';
import { advance, settledAt, sinceSetBack, type State } from './cursor';
import { eventData, messageList, narrowed, type ChangeEvent, type MessageList } from './list';
import { Memory } from './memory';
import { readOn } from './reader';
import { onlyStatus, readSettings, wantsStatus, type Choice, type Settings } from './settings';
import { BEGINNING, earlier, later, LATEST_S, secondsAfter } from './times';

/** How often an account must seem empty until that is believed: a response may be empty by mistake. */
const ASKS = 3;
/** Of a manual test: few, since a person waits for it. */
const MOST_PAGES = 10;

/** By how many seconds a time zone can be ahead of another one, at most. */
const MOST_AHEAD_S = 26 * 3600;

const HOUR_MS = 3_600_000;

/** What a poll depends on besides its state. */
export interface Terms extends Pick<Settings, 'scope' | 'choice' | 'ignoreOlderThan'> {
	/** IANA name of the account's zone. */
	zone: string;
	/** How long a poll may take, in ms. */
	budget: number;
	/** The present time of the service in ms since the epoch; undefined while it is not known. */
	now(): number | undefined;
}

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollAlone(context, {
		sample: async () => {
			const { list, settings } = await open(context);
			const changes = await latestChanges(list, settings.choice);
			return changes.map((change) => eventData(change, settings));
		},
		emit: async (saved) => {
			const { list, settings, terms } = await open(context);
			const before = isOfScope<State>(saved, settings.scope) ? saved : undefined;
			const { events, state, isStuck } = await pollOnce(list, before, terms);
			if (isStuck && events.length === 0) throw stuck(state);
			const items = events.map((event) => eventData(event, settings));
			return { items, state: { ...state } };
		},
	});
}

async function open(context: IPollFunctions) {
	const budget = budgetOf(context);
	const service = await openService(context, timeLimit(budget));
	const { account } = service;
	const settings = readSettings(context, account);
	const list = messageList(service, settings.criteria, settings.withNumberInfo);
	const now = () => service.shownNow;
	const terms: Terms = { ...settings, zone: account.zone, budget, now };
	return { list, settings, terms };
}

const stuck = ({ from }: State): Failure =>
	new Failure(
		'The service shows no later changes',
		`Full pages do not get past ${from}. Nothing is lost: the trigger waits there, and goes on as soon as it can. Check Account Time Zone in the credential.`,
	);

/** The latest changes that the trigger would emit, oldest first. @throws Failure if there are none */
async function latestChanges(list: MessageList, choice: Choice): Promise<ChangeEvent[]> {
	const looked = new Set<string>();
	for (let page = 0; page < MOST_PAGES; page++) {
		const { changes, isFull, total } = await list.page({ ...LATEST, page });
		if (page === 0) checkShown('Message/List', changes, total);
		const before = looked.size;
		for (const { id } of changes) looked.add(id);
		const fitting = changes.filter(({ status }) => wantsStatus(choice, status)).slice(0, SHOWN);
		if (fitting.length > 0)
			return fitting.reverse().map((change) => ({ ...change, previousStatus: null }));
		// A page past the end may show the last one again.
		if (!isFull || looked.size === before) break;
	}
	throw looked.size === 0
		? nothingToShow('There is no message to show yet', 'Send a message, or check the filters.')
		: nothingToShow(
				`None of the latest changes starts this trigger (${plural(looked.size, 'change')} read)`,
				'For a test, choose "Any Status" in Trigger On.',
			);
}

/**
 * One poll: what changed since the state, and the state after it. Nothing is kept when it throws.
 *
 * @param saved undefined for a trigger that begins: it emits nothing old
 */
export async function pollOnce(
	list: MessageList,
	saved: State | undefined,
	{ scope, choice, ignoreOlderThan, zone, budget, now }: Terms,
): Promise<{ events: ChangeEvent[]; state: State; isStuck: boolean }> {
	const began = Date.now();
	// Before the first response, the service's clock is taken to be as far ahead as in the last poll.
	const serviceMs = () => now() ?? Date.now() + (saved?.clockLead ?? 0);
	const clockLead = () => serviceMs() - Date.now();
	const clock = () => formatInstant(serviceMs(), zone);
	const memory = new Memory(saved);
	const known = await knownState();
	const at = serviceMs();
	const state = sinceSetBack(known, at, zone);

	const settled = () => settledAt(state, began, clockLead());
	const isLongAgo = () => serviceMs() - state.polledAt > ignoreOlderThan * HOUR_MS;
	// n8n's clock may have been set since then, which a response shows.
	if (ignoreOlderThan > 0 && isLongAgo() && now() === undefined) await list.page(LATEST);
	// The zone in the credential may be ahead of the service's; only what the rows show is certain.
	const present = earlier(clock(), later(settled(), secondsAfter(clock(), -MOST_AHEAD_S)));
	const oldest = secondsAfter(present, -3600 * ignoreOlderThan);
	const from = ignoreOlderThan > 0 && isLongAgo() ? later(state.from, oldest) : state.from;
	const only = onlyStatus(choice);
	const source = only && state.status === only ? narrowed(list, only) : list;
	const start = { ...state, from, settled };
	const { reading, isStuck } = await readOn(source, start, zone, began + budget);
	const time = {
		...{ began, ended: Date.now(), clock: clock(), clockLead: clockLead() },
		sinceLast: Math.ceil((serviceMs() - state.polledAt) / 1000),
	};
	// If clocks are set back during this poll, the next one goes back.
	const polledAt = Math.min(at, serviceMs());
	const polled = { ...state, polledAt, zone, clockLead: time.clockLead };
	const step = advance(polled, memory, from, reading, time);
	if (only && state.status === undefined && step.events.length > 0)
		step.state.status = await taken(list, only);
	return { ...step, isStuck };

	/** The state to go on with, which is new when the trigger begins or Trigger On was edited. */
	async function knownState(): Promise<State> {
		if (saved && JSON.stringify(saved.choice) === JSON.stringify(choice)) return saved;
		const edited = saved && { ...saved, choice, status: undefined };
		// The trigger still begins, or what an earlier edit made old is not read to its end.
		if (edited && edited.begun !== '') return edited;
		const { changes, newest, reliable } = await newestOf(list, clock);
		if (edited) return { ...edited, begun: newest, before: saved.choice };
		for (const change of changes) memory.learn(change, clock());
		return {
			scope,
			choice,
			newest: reliable,
			newestAt: Date.now(),
			newestLead: clockLead(),
			from: reliable ? secondsAfter(reliable, -LATEST_S) : BEGINNING,
			begun: newest,
			clockLead: 0,
			polledAt: serviceMs(),
			zone,
			isInclusive: false,
			forgotten: '',
			seen: '',
			ways: [],
		};
	}
}

/** All that have a statusUpdateTs, the newest first. */
const LATEST = { sort: { statusUpdateTs: 'DESC' as const }, from: BEGINNING, page: 0 };

/**
 * The newest time in the list, and the newest that is not ahead of the service's clock; both '' where there is
 * none.
 */
async function newestOf(list: MessageList, clock: () => string) {
	const newestIn = (rows: Array<{ time: string }>) =>
		rows.map(({ time }) => time).reduce(later, '');
	let { changes, total } = await list.page(LATEST);
	for (let asks = 1; changes.length === 0 && asks < ASKS; asks++)
		({ changes, total } = await list.page(LATEST));
	// Shown later, they would all look new.
	checkShown('Message/List', changes, total);
	const newest = newestIn(changes);
	const now = clock();
	const reliable = newest <= now ? changes : (await list.page({ ...LATEST, to: now })).changes;
	return { changes, newest, reliable: newestIn(reliable) };
}

/**
 * Asks for one status only, since no document says whether the service takes one.
 *
 * @returns the status if it does, '' if not, undefined if that did not show
 */
async function taken(list: MessageList, status: string): Promise<string | undefined> {
	const response = await settle(list.page({ ...LATEST, status }));
	if ('fault' in response) return response.fault instanceof ServiceRefusal ? '' : undefined;
	const { changes } = response.value;
	const isTaken = changes.length > 0 && changes.every((change) => change.status === status);
	return isTaken ? status : '';
}
