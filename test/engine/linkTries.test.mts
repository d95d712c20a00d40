import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { draws } from '../draws.mts';
import { ownClock } from '../sending/lib/clock.mts';
import { keptOf } from '../sending/lib/sending.mts';
import type { CallRecord, FaultKind } from '../service/index.mts';
import type { NodeResult } from './lib/engine.mts';
import { fromItem, harness, locator, range } from './lib/harness.mts';

/** Another one makes other draws: LINKS_SEED=7 npx jest test/engine/linkTries */
const SEED = Number(process.env.LINKS_SEED ?? 20260310);

ownClock();
const h = harness({ now: () => Date.now() });

const LINKS = 4;
const REFUSED: FaultKind[] = [{ code: 15 }, { code: 1 }, { code: 10 }, { code: 30 }];
const LOST: FaultKind[] = [
	...[{ drop: 'before' as const }, { drop: 'after' as const }, { html: true as const }],
	...[{ code: 999 }, { status: 502, at: 'after' as const }],
	{ truncated: true, at: 'after' },
];
const QUEUED: FaultKind = { code: 100, data: 7 };

const item = fc.record({
	/** For Create, items with the same number have the same URL. */
	link: fc.nat(LINKS - 1),
	status: fc.constantFrom(0, 1),
	comment: fc.constantFrom('', 'New'),
	expiration: fc.constantFrom('keep', 'date', 'never'),
});

const scenario = fc.record({
	operation: fc.constantFrom('create' as const, 'delete' as const, 'update' as const),
	dialect: fc.constantFrom('observed' as const, 'documented' as const),
	items: fc.array(item, { minLength: 1, maxLength: 20 }),
	onError: fc.constantFrom(
		...(['stopWorkflow', 'stopWorkflow'] as const),
		...(['continueRegularOutput', 'continueErrorOutput'] as const),
	),
	maxTries: fc.integer({ min: 1, max: 3 }),
	/** By hand, each of the execution before; the last one meets no fault. */
	retries: fc.nat(3),
	/** What meets the first call, the second ... of those that change something. */
	faults: fc.array(fc.constantFrom({ delay: 0 }, { delay: 0 }, ...REFUSED, ...LOST, QUEUED), {
		maxLength: 30,
	}),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer D> ? D : never;
type Item = Scenario['items'][number];

const urlOf = ({ link }: Item, index: number) =>
	`https://example.com/${index % 3 ? index : `x${link}`}`;
const idOf = ({ link }: Item) => 400_001 + link;
const DATE = '2028-02-29';

const PARAMETERS: Record<Scenario['operation'], INodeParameters> = {
	create: {
		fullLink: fromItem('url'),
		// As with `$now`, each try has another value.
		additionalFields: { comment: '={{ $json.comment + Math.random() }}' },
	},
	delete: { link: locator('id', fromItem('id')) },
	update: {
		link: locator('id', fromItem('id')),
		updateFields: {
			...{ status: fromItem('status'), comment: fromItem('comment') },
			...{ expiration: fromItem('expiration'), expirationDate: DATE },
		},
	},
};

/** Each has an account of its own, so that the pace of one says nothing to the next. */
let count = 0;

/** The executions that came of a scenario, each a retry of the one before. */
async function play({ operation, dialect, items, ...given }: Scenario): Promise<NodeResult[]> {
	count++;
	h.service.reset();
	h.service.setDialect(dialect);
	h.addLinks(operation === 'create' ? 0 : LINKS);
	const isWrite = ({ method }: CallRecord) => method !== 'Link/Get';
	const faults = given.faults.filter((kind) => operation === 'create' || kind !== QUEUED);
	for (const kind of faults) h.service.faults.add({ when: isWrite, kind });
	const played: NodeResult[] = [];
	for (const n of range(given.retries + 1)) {
		if (isClean(given, n)) h.service.faults.clear();
		const result = await h.link(`link.${operation}`, PARAMETERS[operation], {
			items: items.map((each, index) => ({ ...each, url: urlOf(each, index), id: idOf(each) })),
			onError: given.onError,
			...(given.maxTries > 1 && { retryOnFail: { maxTries: given.maxTries } }),
			credentialId: `scenario ${count}`,
			context: played.length > 0 ? keptOf(played[n - 1]) : undefined,
		});
		played.push(result);
		if (!result.error) break;
	}
	return played;
}

const isClean = ({ retries }: Pick<Scenario, 'retries'>, n: number) => n > 0 && n === retries;

/** What each item came out as. @returns undefined where the execution failed */
function outputsOf({ error, main, errors }: NodeResult, count: number): IDataObject[] | undefined {
	if (error) return undefined;
	const all = [...main, ...errors];
	const placed = range(count).map((index) =>
		all.filter(({ pairedItem }) => isDeepStrictEqual({ ...Object(pairedItem) }, { item: index })),
	);
	expect([all.length, ...placed.map(({ length }) => length)]).toEqual([
		count,
		...placed.map(() => 1),
	]);
	return placed.map(([{ json }]) => json);
}

const isHeard = ({ code }: CallRecord) => code === 0 || code === 100;
const isMade = (call: CallRecord) => isHeard(call) || call.code === undefined || call.code === 999;
const outcomeOf = ({ details, queued }: IDataObject) =>
	details === undefined ? (queued ? 'queued' : 'done') : String(Object(details).outcome);

/** The links that the service made are one for each item, and its own. */
function judgeCreate({ items }: Scenario, last: NodeResult, clean: boolean): void {
	const urls = items.map(urlOf);
	const calls = h.service.calls.filter(isMade);
	const madeOf = (url: string) =>
		calls.filter(({ params }) => Object(params).data.fullLink === url).length;
	const wantedOf = (url: string) => urls.filter((each) => each === url).length;
	const counts = [...new Set(urls)].map((url) => [url, madeOf(url), wantedOf(url)] as const);
	for (const [, made, wanted] of counts) expect(made).toBeLessThanOrEqual(wanted);
	if (clean) expect(calls.length).toBe(items.length);
	const outputs = outputsOf(last, items.length);
	if (!outputs) {
		const told = /^(\d+) of (\d+) links created/.exec(last.error?.message ?? '');
		if (items.length > 1)
			expect(told?.slice(1).map(Number)).toEqual([calls.filter(isHeard).length, items.length]);
		return;
	}
	const ids = outputs.flatMap((json) => (outcomeOf(json) === 'done' ? [json.id] : []));
	expect(new Set(ids).size).toBe(ids.length);
	for (const [index, json] of outputs.entries()) {
		if (outcomeOf(json) !== 'done') continue;
		const { code, fullLink } = h.service.store.link(Number(json.id)) ?? {};
		expect([code, fullLink]).toEqual([json.code, urls[index]]);
	}
	for (const [url, made] of counts) {
		const said = outputs.filter((json, n) => urls[n] === url && outcomeOf(json) !== 'failed');
		expect(said).toHaveLength(made);
	}
}

/** What was asked for is gone, and nothing else; what was heard to be gone is not asked for again. */
function judgeDelete({ items, dialect }: Scenario, last: NodeResult, clean: boolean): void {
	const isThere = (link: number) => h.service.store.link(400_001 + link) !== undefined;
	const asked = new Set(items.map(({ link }) => link));
	for (const link of range(LINKS)) {
		if (!asked.has(link)) expect(isThere(link)).toBe(true);
		else if (clean) expect(isThere(link)).toBe(false);
	}
	const outputs = outputsOf(last, items.length);
	if (clean)
		expect(outputs?.map(outcomeOf)).toEqual(items.map(() => expect.stringMatching(/done|queued/)));
	for (const [n, json] of (outputs ?? []).entries()) {
		if (outcomeOf(json) === 'done')
			expect([json.id, isThere(items[n].link)]).toEqual([idOf(items[n]), false]);
	}
	// The other dialect answers 0 also for links that were gone.
	if (dialect === 'documented') return;
	const idsOf = ({ params }: Pick<CallRecord, 'params'>): unknown[] => Object(params).ids ?? [];
	for (const [n, { code, params }] of h.service.calls.entries()) {
		const later = h.service.calls.slice(n + 1).flatMap(idsOf);
		if (code === 0) for (const id of idsOf({ params })) expect(later).not.toContain(id);
	}
}

/** In the end each link is as all its items, one after the other, have made it. */
function judgeUpdate({ items }: Scenario, last: NodeResult, clean: boolean): void {
	const outputs = outputsOf(last, items.length);
	if (clean) expect(last.error).toBeUndefined();
	if (!outputs?.every((json) => outcomeOf(json) === 'done')) return;
	for (const link of range(LINKS)) {
		const wanted = { status: 1, comment: null, expirationDate: null } as Record<string, unknown>;
		for (const each of items.filter((one) => one.link === link)) {
			wanted.status = each.status;
			wanted.comment = each.comment || null;
			if (each.expiration !== 'keep')
				wanted.expirationDate = each.expiration === 'date' ? DATE : null;
		}
		expect(h.service.store.link(400_001 + link)).toMatchObject(wanted);
	}
}

const JUDGES = { create: judgeCreate, delete: judgeDelete, update: judgeUpdate };

const RUNS = draws(1000);
test(`nothing is done twice or lost in silence by any try: ${RUNS} draws, seed ${SEED}`, async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async (given) => {
			const played = await play(given);
			const n = played.length - 1;
			JUDGES[given.operation](given, played[n], isClean(given, n));
		}),
		{ numRuns: RUNS, seed: SEED },
	);
}, 1_800_000);
