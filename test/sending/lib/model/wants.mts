import type { CallRecord } from '../../../service/index.mts';
import { SEND } from '../people.mts';
import { faultOf, type FaultName, type Sees } from './faults.mts';
import { grouped } from './groups.mts';
import type { Sent } from './network.mts';
import type { Played } from './play.mts';
import { recipientOf, textOf, type ScenarioItem } from './scenario.mts';

/** A send call, with what the service recorded of it. */
export interface SendCall extends Sent {
	sees: Sees;
	/** Ids of the messages that it created, at once or late. */
	accepted: string[];
	/** It was, or may have been, accepted, for all that the node could know. */
	maybe: boolean;
	/** It may have been accepted, and the node could not know. */
	doubtful: boolean;
}

/**
 * What is meant to be sent: so many messages that nobody could tell from each other, in one run of one
 * execution and its retries.
 */
export interface Want {
	root: number;
	/** Where they stand: each one's run, and its number in the run. */
	places: Array<{ run: number; index: number }>;
	items: ScenarioItem[];
	calls: SendCall[];
}

function sendCallOf(sent: Sent, records: CallRecord[]): SendCall {
	const fault = faultOf(sent.fault as FaultName);
	// The service may find fault with a call of its own accord.
	const isRefused = fault.sees === 'accepted' && records.some(({ code = 0 }) => code !== 0);
	const sees = isRefused ? 'refused' : fault.sees;
	const lost = !sent.delivered && fault.connect === undefined;
	const doubtful = lost || sees === 'unknown' || sees === 'queued';
	const accepted = records.flatMap((record) => record.accepted ?? []);
	return { ...sent, sees, accepted, doubtful, maybe: doubtful || sees === 'accepted' };
}

/** All send calls, in order, with what the service knows of them. */
export function sendCalls({ world }: Played): SendCall[] {
	const records = grouped(world.service.calls, ({ headers }) => String(headers['x-seq']));
	return world.network.sent
		.filter(({ method }) => method === SEND)
		.map((sent) => sendCallOf(sent, records.get(String(sent.seq)) ?? []));
}

const nameOf = (recipient: string, text: string, mark: string): string =>
	[recipient, text.trim(), mark].join('|');

/**
 * What was meant, with the calls that were made for it.
 * @throws Error for a call that nobody meant
 */
export function wantsOf(played: Played, calls: SendCall[]): Want[] {
	const { scenario } = played.world;
	const wants = new Map<string, Want>();
	// After a death an agent calls anew, and equal calls look the same.
	const isOne = scenario.path === 'tool' && scenario.kills.length > 0;
	const idOf = (root: number, run: number, name: string) => `${root}|${isOne ? 0 : run}|${name}`;
	for (let root = 0; root < scenario.executions; root++) {
		scenario.rounds.forEach((items, run) =>
			items.forEach((item, index) => {
				const { person, mark } = item;
				const name = nameOf(recipientOf(person), textOf(person), String(mark ?? ''));
				const id = idOf(root, run, name);
				const want = wants.get(id) ?? { root, places: [], items: [], calls: [] };
				want.places.push({ run, index });
				want.items.push(item);
				wants.set(id, want);
			}),
		);
	}
	for (const call of calls) {
		const { form, root, run } = call;
		const field = (name: string) => form.get(name) ?? '';
		const name = nameOf(field('recipient'), field('text'), field('params[validity]'));
		const want = wants.get(idOf(root, run, name));
		if (want === undefined) throw new Error(`nobody meant the call ${root}|${run}|${name}`);
		want.calls.push(call);
	}
	return [...wants.values()];
}

/** Of equal messages, in all no more were sent than were meant: one was taken for that of another. */
export function isEven({ items: [{ person }] }: Want, wants: Want[]): boolean {
	const alike = wants.filter(({ items }) => items[0].person === person);
	const meant = alike.flatMap(({ items }) => items.filter(({ form }) => form !== 'bad')).length;
	return alike.flatMap(({ calls }) => calls.flatMap((call) => call.accepted)).length <= meant;
}

/** A retry gives the messages in the list to items that look equal there, in the order of IDs. */
export const isGivenToTwin = ({ ended }: Played, want: Want, wants: Want[]): boolean =>
	ended.some(({ root, isRetry }) => isRetry && root === want.root) &&
	wants.some(
		(twin) =>
			twin !== want && twin.root === want.root && twin.items[0].person === want.items[0].person,
	);
