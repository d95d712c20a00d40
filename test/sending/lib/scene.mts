import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeResult } from '../../engine/lib/engine.mts';
import type { FaultKind } from '../../service/index.mts';
import { beganOf, keptOf, LIST, people, to, type More, type Sending } from './sending.mts';

/** One execution of the send node: what it is given, what it meets, and what must come of it. */
export interface Step extends Omit<More, 'items' | 'context' | 'retryOnFail'> {
	/** Input items, or how many `people`. */
	items: number | IDataObject[];
	/** Options of the node. One call goes out at a time, unless they say otherwise. */
	options?: INodeParameters;
	/** Retry On Fail: how often the node may run. */
	tries?: number;
	/** It retries the execution of an earlier step by hand. */
	retries?: number;
	/** What meets the next calls for a recipient: number, fault, how many calls. */
	faults?: Array<[recipient: number, kind: FaultKind, times?: number]>;
	/** How often the service's list cannot be read. */
	unreadable?: number;
	/** After so many ms the list shows a message. */
	lag?: number;
	/** Recipients of its calls, in order. */
	called: number[];
	/** What becomes of each item, see `wordOf`; or what the execution fails with. */
	ends: string[] | RegExp;
	/** How often the list is read. */
	looks?: number;
	/** Texts of the items that failed. */
	errors?: Array<string | RegExp>;
}

/** `sent`; `found` where the response was lost; the outcome of all others. */
export function wordOf({ json }: Pick<INodeExecutionData, 'json'>): string {
	if (json.error !== undefined) return String(Object(json.details).outcome);
	if (json.outcome !== 'accepted') return String(json.outcome);
	return json.recovered === true ? 'found' : 'sent';
}

/** What became of the items that came out. */
export const wordsOf = ({ main }: Pick<NodeResult, 'main'>): string[] => main.map(wordOf);

/** Whatever happens: outputs stand in the order of the items, and each message is one item's own. */
export function expectOwn(
	s: Sending,
	items: IDataObject[],
	{ main, errors }: Pick<NodeResult, 'main' | 'errors'>,
): void {
	const ids = new Set<unknown>();
	for (const list of [main, errors]) {
		const places = list.map(({ pairedItem }) => Object(pairedItem).item as number);
		expect(places).toEqual([...places].sort((a, b) => a - b));
	}
	for (const { json, pairedItem } of main) {
		if (json.messageId === null || json.messageId === undefined) continue;
		expect(ids).not.toContain(json.messageId);
		ids.add(json.messageId);
		const { to: recipient } = items[Object(pairedItem).item];
		expect(s.service.store.message(Number(json.messageId))?.to).toBe(recipient);
	}
}

/** Plays the executions one after the other. @returns what came of each */
export async function play(s: Sending, ...steps: Step[]): Promise<NodeResult[]> {
	const ended: NodeResult[] = [];
	for (const step of steps) {
		const { items: given, options, tries, retries, faults = [], unreadable, lag, ...rest } = step;
		const { called, ends, looks, errors, ...more } = rest;
		const items = typeof given === 'number' ? people(given) : given;
		for (const [n, kind, times] of faults) s.strike(to(n), kind, times);
		if (unreadable) s.strikeList({ code: 9 }, unreadable);
		if (lag !== undefined) s.service.faults.listLag = lag;
		const before = [s.called().length, s.callsOf(LIST).length];
		const result = await s.send(
			items,
			{ maxConcurrent: 1, ...options },
			{
				...more,
				...(tries && { retryOnFail: { maxTries: tries } }),
				...(retries !== undefined && {
					mode: 'retry' as const,
					context: keptOf(ended[retries]),
					began: beganOf(ended[retries]),
				}),
			},
		);
		expect(s.called().slice(before[0])).toEqual(called.map(to));
		if (looks !== undefined) expect(s.callsOf(LIST).length - before[1]).toBe(looks);
		if (ends instanceof RegExp) expect(result.error?.message).toMatch(ends);
		else {
			expect(result.error).toBeUndefined();
			expect(wordsOf(result)).toEqual(ends);
		}
		const texts = result.main.flatMap(({ json }) => json.error ?? []);
		for (const [n, text] of (errors ?? []).entries()) expect(texts[n]).toMatch(text);
		expectOwn(s, items, result);
		ended.push(result);
	}
	return ended;
}

/** A test for each promise: of one execution, or of several. @param given what the steps have in common */
export function scenes(
	s: Sending,
	all: Record<string, Step | Step[]>,
	given: Partial<Step> = {},
): void {
	test.each(Object.entries(all))('%s', async (_promise, steps) => {
		await play(s, ...[steps].flat().map((step) => ({ ...given, ...step })));
	});
}
