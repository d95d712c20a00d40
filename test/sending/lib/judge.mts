import type { CallRecord } from '../../service/index.mts';
import { recipientOf, textOf, type Played } from './play.mts';
import { UNKNOWN } from './scenario.mts';

export interface Totals {
	calls: number;
	accepted: number;
	unknown: number;
	recovered: number;
	duplicates: number;
	sentAfterUnknown: number;
	unaccounted: number;
}

/** Judges a scenario by the service's own record. @returns what was counted, and each breach in words */
export function judge(played: Played): { totals: Totals; breaches: string[] } {
	const breaches: string[] = [];
	const totals: Totals = {
		calls: sendCalls(played).length,
		accepted: played.service.store.messages.size,
		unknown: 0,
		recovered: 0,
		duplicates: 0,
		sentAfterUnknown: 0,
		unaccounted: 0,
	};
	for (const [person, wanted] of persons(played)) {
		const { accepted, maybe, unknown } = historyOf(played, person);
		totals.unknown += unknown;
		if (accepted > wanted) {
			totals.duplicates += accepted - wanted;
			breaches.push(`person ${person} got ${accepted} messages of ${wanted}`);
		}
		if (maybe > wanted) {
			totals.sentAfterUnknown += maybe - wanted;
			breaches.push(`person ${person} was sent to after an unknown outcome`);
		}
	}
	const lost = unaccounted(played);
	totals.unaccounted = lost.length;
	breaches.push(...keyBreaches(played), ...lost, ...outputBreaches(played, totals));
	return { totals, breaches };
}

const sendCalls = ({ service }: Played): CallRecord[] =>
	service.calls.filter(({ method }) => method === 'Message/SendSmsMessage');

/** How many messages each person is meant to get. */
function persons({ scenario }: Played): Map<number, number> {
	const wanted = new Map<number, number>();
	for (const { person, form } of scenario.items) {
		wanted.set(person, (wanted.get(person) ?? 0) + (form === 'bad' ? 0 : 1));
	}
	return wanted;
}

function historyOf(played: Played, person: number) {
	const faults = played.scenario.items
		.filter((item) => item.person === person)
		.flatMap((item) => item.faults);
	const history = { accepted: 0, maybe: 0, unknown: 0 };
	for (const call of sendCalls(played)) {
		const { params } = call;
		if (typeof params !== 'object' || params === null || !('recipient' in params)) continue;
		if (params.recipient !== recipientOf(person)) continue;
		// The rate limit comes first and uses up no fault of the person.
		const limited = call.fault === 'rate limit';
		const fault = limited ? 'tooOften' : (faults.shift() ?? 'none');
		const accepted = (call.accepted ?? []).length;
		history.accepted += accepted;
		if (UNKNOWN.has(fault)) history.unknown++;
		if (accepted > 0 || UNKNOWN.has(fault)) history.maybe++;
	}
	return history;
}

/** One key, one message: told where all messages of the persons concerned had that key. */
function keyBreaches(played: Played): string[] {
	const { items } = played.scenario;
	const keys = new Set(items.map(({ key }) => key).filter((key) => key !== null));
	return [...keys].flatMap((key) => {
		const concerned = new Set(items.filter((item) => item.key === key).map(({ person }) => person));
		if (items.some((item) => concerned.has(item.person) && item.key !== key)) return [];
		const sent = [...concerned].reduce((sum, person) => sum + historyOf(played, person).maybe, 0);
		return sent > 1 ? [`key ${key} was used for ${sent} messages`] : [];
	});
}

/** Every input is an output, an error item, or counted in the summary that was thrown. */
function unaccounted({ scenario, result, service, cancelled }: Played): string[] {
	if (cancelled) return [];
	const size = scenario.items.length;
	if (!result.error) {
		const told = new Set(
			[...result.main, ...result.errors].map(({ pairedItem }) => itemOf(pairedItem)),
		);
		return scenario.items.flatMap((_, index) =>
			told.has(index) ? [] : [`item ${index} has no output`],
		);
	}
	const { message } = result.error;
	const summed = /^(\d+) of (\d+) messages accepted; (item \d+: |the execution was stopped)/.exec(
		message,
	);
	if (size === 1 && summed?.[3] !== 'the execution was stopped')
		return summed ? [`one item needs no summary: ${message}`] : [];
	if (!summed) return [`no summary: ${message}`];
	if (Number(summed[2]) !== size) return [`the summary counts ${summed[2]} items of ${size}`];
	const text = `${message} ${result.error.description ?? ''}`;
	const unknown = text.split('It is not known').length - 1;
	const accepted = service.store.messages.size;
	const skipped = scenario.items.filter(({ key }) => key !== null).length;
	const counted = Number(summed[1]);
	const more = /and (\d+) more items/.exec(text);
	const untold = unknown + Number(more?.[1] ?? 0);
	return counted + untold >= accepted && counted <= accepted + skipped
		? []
		: [`the summary counts ${counted} accepted and ${unknown} unknown, the service ${accepted}`];
}

const itemOf = (paired: unknown): number => {
	const [first] = [paired].flat();
	return typeof first === 'object' && first !== null && 'item' in first ? Number(first.item) : NaN;
};

/** Pairing, order and ids of the outputs, against the input and the service's record. */
function outputBreaches({ scenario, result, service }: Played, totals: Totals): string[] {
	const breaches: string[] = [];
	const ids = new Set<unknown>();
	for (const list of [result.main, result.errors]) {
		const order = list.map(({ pairedItem }) => itemOf(pairedItem));
		if (order.some((item, index) => index > 0 && item < order[index - 1])) breaches.push('order');
	}
	for (const { json, pairedItem, error } of [...result.main, ...result.errors]) {
		const item = scenario.items[itemOf(pairedItem)];
		if (json.recovered === true) totals.recovered++;
		if (error || json.error || json.messageId === null || json.messageId === undefined) continue;
		if (json.recipient !== recipientOf(item.person)) breaches.push('an output is paired wrongly');
		if (ids.has(json.messageId))
			breaches.push(`message ${String(json.messageId)} twice in the outputs`);
		ids.add(json.messageId);
		const message = service.store.message(String(json.messageId));
		if (message?.to !== json.recipient || message?.text !== textOf(item.person)) {
			breaches.push(`message ${String(json.messageId)} is not the item's`);
		}
	}
	return breaches;
}
