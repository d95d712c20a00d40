import type { IDataObject } from 'n8n-workflow';

import { harness } from './lib/harness.mts';
import { linkReadTargets } from './badInputs/linkReads.mts';
import { linkTargets } from './badInputs/links.mts';
import { messageReadTargets } from './badInputs/messageReads.mts';
import { sendTargets } from './badInputs/sends.mts';
import { statisticsTargets } from './badInputs/statistics.mts';
import type { Target, Value } from './badInputs/target.mts';

const h = harness({ now: Date.now });
const targets = [
	...linkTargets,
	...linkReadTargets,
	...statisticsTargets,
	...sendTargets,
	...messageReadTargets,
];

/** The value at a path of decoded parameters. */
const at = (params: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(inner, name) =>
				typeof inner === 'object' && inner !== null
					? Object.entries(inner).find(([key]) => key === name)?.[1]
					: undefined,
			params,
		);

/** Parameters less the value at a path, and less the parents that it leaves empty. */
function without(params: unknown, [name, ...inner]: string[]): unknown {
	if (typeof params !== 'object' || params === null) return params;
	const rest = Object.entries(params).flatMap(([key, value]) => {
		const left: unknown = key !== name ? value : inner.length ? without(value, inner) : undefined;
		return left === undefined || JSON.stringify(left) === '{}' ? [] : [[key, left]];
	});
	return Object.fromEntries(rest);
}

/** Calls may arrive in any order. */
const sorted = (values: unknown[]) =>
	values.map((value) => JSON.stringify(value) ?? 'left out').sort();

beforeEach(() => {
	h.service.store.addLink({ expirationDate: '2026-11-11', campaignId: '70000000001' });
	h.service.store.addMessage();
});

/** A failed item that names the parameter. */
const isOfInput = ({ details }: IDataObject): boolean =>
	typeof details === 'object' && details !== null && 'field' in details;

/** Every value is one item, with a good one before and after it. */
async function runWith({ node, choice, parameters, good }: Target, values: Value[]) {
	const all = [good, ...values.flatMap((value) => [value, good])];
	const result = await h[node](choice, parameters, {
		items: all.map((value) => ({ value })),
		onError: 'continueRegularOutput',
	});
	const errorOf = (item: number) =>
		result.main.find(
			({ json, pairedItem }) => json.error && JSON.stringify(pairedItem) === `{"item":${item}}`,
		)?.json;
	return { result, errors: all.map((_, item) => errorOf(item)) };
}

const title = ({ choice, label, parameters }: Target) =>
	`${choice} ${label} ${Object.keys(parameters).join()}`;

describe.each(
	targets.filter(({ refused }) => refused.length).map((target) => [title(target), target] as const),
)('%s', (_, target) => {
	test(`refuses ${target.refused.length} values by its name, and nothing of them is sent`, async () => {
		const { refused, label, method, wire, good, choice } = target;
		const { result, errors } = await runWith(target, refused);
		expect(result.error).toBeUndefined();
		const told = refused.map((value, n) => [value, errors[2 * n + 1]?.error ?? 'NOT REFUSED']);
		expect(told.filter(([, message]) => !String(message).startsWith(`"${label}" `))).toEqual([]);
		expect(errors.filter((error, item) => item % 2 === 0 && error !== undefined)).toEqual([]);
		expect(errors.every((error) => !error || isOfInput(error))).toBe(true);
		// What was sent is what a run of the good items alone sends.
		const sent = sorted(h.wire(method).map((params) => at(params, wire)));
		h.service.calls.length = 0;
		await h[target.node](choice, target.parameters, {
			items: [...refused, good].map(() => ({ value: good })),
		});
		expect(sent).toEqual(sorted(h.wire(method).map((params) => at(params, wire))));
		expect(sent.length > 0).toBe(method !== '');
	});
});

const carrying = targets.flatMap(({ carried, ...target }) =>
	carried ? [{ ...target, carried }] : [],
);

test.each(carrying.map((target) => [title(target), target] as const))(
	'%s carries odd values unharmed',
	async (_, target) => {
		const { carried, method, wire } = target;
		const { errors } = await runWith(
			target,
			carried.map(([given]) => given),
		);
		expect(errors.filter((error) => error && isOfInput(error))).toEqual([]);
		const single = await runWith(target, []);
		expect(single.errors).toEqual([undefined]);
		const goodSent = at(h.wire(method).at(-1), wire);
		const expected = [
			...carried.map(([, sent]) => sent),
			...Array.from({ length: carried.length + 2 }, () => goodSent),
		];
		expect(sorted(h.wire(method).map((params) => at(params, wire)))).toEqual(sorted(expected));
		// And made no other field of it.
		expect(
			new Set(h.wire(method).map((params) => JSON.stringify(without(params, wire.split('.')))))
				.size,
		).toBe(1);
	},
);

test('the corpus is large', () => {
	const rows = targets.reduce(
		(sum, { refused, carried = [] }) => sum + refused.length + carried.length,
		0,
	);
	expect(rows).toBeGreaterThan(200);
});
