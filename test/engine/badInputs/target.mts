import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Node } from '../lib/harness.mts';

export type Value = IDataObject[string];

/** What is given, and what is sent (undefined: left out). */
export type Carried = [given: Value, sent: string | string[] | undefined];

/** One parameter, and what it is given. */
export interface Target {
	node: Node;
	/** `resource.operation` */
	choice: string;
	/** Name of the parameter as the editor shows it. */
	label: string;
	/** All parameters; the one in question is the item's `value`. */
	parameters: INodeParameters;
	/** A value that is fine, for the other items of the run. */
	good: Value;
	/** The method called, and where the value stands among its parameters. */
	method: string;
	wire: string;
	/** Values that must be refused by the parameter's name, before any call for their item. */
	refused: Value[];
	/** Values that must reach the service. */
	carried: Carried[];
}

/** A copy with the item's value at a path. */
function withValue(base: INodeParameters, path: string): INodeParameters {
	const copy: INodeParameters = structuredClone(base);
	const names = path.split('.');
	const last = String(names.pop());
	const inner = names.reduce((part, name) => (part[name] ??= {}) as INodeParameters, copy);
	inner[last] = '={{ $json.value }}';
	return copy;
}

/**
 * Makes targets of one operation. `base` are its other parameters; `within` says where the parameter
 * stands, such as `filters.`, and `sent` where the service gets it, such as `criteria.`.
 */
export const parametersOf =
	(node: Node, choice: string, method: string) =>
	(base: INodeParameters = {}, within = '', sent = '') =>
	(
		label: string,
		name: string,
		good: Value,
		{ refused = [], carried = [], wire = `${sent}${name}` }: Partial<Target>,
	): Target => ({
		...{ node, choice, method, label, good, refused, carried, wire },
		parameters: withValue(base, `${within}${name}`),
	});

/** Text that would make other fields if it were not encoded. */
export const INJECTION = 'x&data[status]=0&ids[]=5';

/** The same text goes out as it came in. */
export const asIs = (...values: string[]): Carried[] => values.map((value) => [value, value]);

/** An empty value is left out. */
export const LEFT_OUT: Carried = ['', undefined];

/** What no text, number or identifier can be made of. */
export const NO_TEXT: Value[] = [true, false, {}, [], ['text'], { 'data[status]': '0' }];

/** What no date can be made of; all forms of it are in unit/time. */
export const NO_TIME: Value[] = [
	...['tomorrow', '2026-02-30', '01/02/2026', '31.12.26', '2026-01-01]', INJECTION, 'Infinity'],
	...[5, -1, 1e300, true, {}, [], ['2026-01-01']],
];

/** What no identifier can be made of; all forms of it are in unit/input. */
export const NO_ID: Value[] = [
	...['abc', '1e5', '-5', '1.5', '0', '5]', '5&ids[]=6', '5\u00a0006', '9'.repeat(40)],
	...[0, -1, 1.5, 2 ** 64, true, false, {}],
];
