import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, harness } from './lib/harness.mts';
import { linkTargets } from './badInputs/links.mts';
import { messageTargets } from './badInputs/messages.mts';
import type { Target, Value } from './badInputs/target.mts';

const h = harness({ now: Date.now });
const targets = [...linkTargets, ...messageTargets];

beforeEach(() => {
	h.service.store.addLink({ expirationDate: '2026-11-11', campaignId: '70000000001' });
	h.service.store.addMessage();
});

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

const isOfInput = (json: IDataObject | undefined): boolean =>
	typeof json?.details === 'object' && json.details !== null && 'field' in json.details;

/** @returns what each item failed with, and what was sent of the values, in any order */
async function runWith({ node, choice, parameters, method, wire }: Target, values: Value[]) {
	h.service.calls.length = 0;
	const items = values.map((value) => ({ value }));
	const { main, error } = await h[node](choice, parameters, { items, ...CONTINUE });
	expect(error).toBeUndefined();
	const errors = items.map(
		(_, item) =>
			main.find(
				({ json, pairedItem }) => json.error && JSON.stringify(pairedItem) === `{"item":${item}}`,
			)?.json,
	);
	return { errors, sent: sorted(h.wire(method).map((params) => at(params, wire))) };
}

/** Each value with a good one before and after it. */
const amongGood = (good: Value, values: Value[]) => [good, ...values.flatMap((v) => [v, good])];

const titled = (isUsed: (target: Target) => boolean) =>
	targets.filter(isUsed).map((target) => {
		const { choice, label, parameters } = target;
		return [`${choice} ${label} ${Object.keys(parameters).join()}`, target] as const;
	});

test.each(titled(({ refused }) => refused.length > 0))(
	'%s refuses what it cannot be, by its name, and nothing of it is sent',
	async (_, target) => {
		const { refused, label, method, good } = target;
		const { sent, errors } = await runWith(target, amongGood(good, refused));
		const told = refused.map((value, n) => [value, errors[2 * n + 1]?.error ?? 'NOT REFUSED']);
		expect(told.filter(([, message]) => !String(message).startsWith(`"${label}" `))).toEqual([]);
		expect(errors.map(isOfInput)).toEqual(errors.map((_error, item) => item % 2 === 1));
		const alone = await runWith(target, [...refused, good].fill(good));
		expect(sent).toEqual(alone.sent);
		expect(sent.length > 0).toBe(method !== '');
	},
);

test.each(titled(({ carried }) => carried.length > 0))(
	'%s carries odd values unharmed, and makes no other field of them',
	async (_, target) => {
		const { carried, good, method, wire } = target;
		const alone = await runWith(target, [good]);
		const values = carried.map(([given]) => given);
		const { sent, errors } = await runWith(target, amongGood(good, values));
		expect(errors.filter(isOfInput)).toEqual([]);
		const goods = Array.from({ length: values.length + 1 }, () => alone.sent[0]);
		expect(sent).toEqual([...sorted(carried.map(([, given]) => given)), ...goods].sort());
		const others = h.wire(method).map((params) => without(params, wire.split('.')));
		expect(new Set(sorted(others)).size).toBe(1);
	},
);
