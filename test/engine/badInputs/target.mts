import type { IDataObject, INodeParameters } from 'n8n-workflow';

export type Value = IDataObject[string];

/** One parameter, and what it is given. */
export interface Target {
	node: 'link' | 'message';
	/** `resource.operation` */
	choice: string;
	/** Name of the parameter as the editor shows it. */
	label: string;
	/** All parameters; the one in question is `VALUE`. */
	parameters: INodeParameters;
	/** A value that is fine, for the other items of the run. */
	good: Value;
	/** The method called, and where the value stands among its parameters. */
	method: string;
	wire: string;
	/** Values that must be refused by the parameter's name, before any call for their item. */
	refused: Value[];
	/** Values that must reach the service: what is given, what is sent (undefined: left out). */
	carried?: Array<[given: Value, sent: string | string[] | undefined]>;
}

export const VALUE = '={{ $json.value }}';

/** Text that would make other fields if it were not encoded. */
export const INJECTION = 'x&data[status]=0&ids[]=5';

/** The same text goes out as it came in. */
export const asIs = (...values: string[]): Array<[Value, string]> =>
	values.map((value) => [value, value]);

/** What no text, number or identifier can be made of. */
export const NO_TEXT: Value[] = [true, false, {}, [], ['text'], { 'data[status]': '0' }];

/** What no date can be made of. */
export const NO_TIME: Value[] = [
	...['tomorrow', '2026-13-01', '2026-02-30', '01/02/2026', '31.12.26', '20261231', '25:00'],
	...['0000-00-00', '2026-01-01 24:61:00', '2026-01-01]', INJECTION, 'Infinity'],
	...[5, -1, 1e300, true, {}, [], ['2026-01-01']],
];

/** What no identifier can be made of. */
export const NO_ID: Value[] = [
	...[
		'abc',
		'1e5',
		'-5',
		'1.5',
		'0',
		'0x10',
		'5 6',
		'5]',
		'5&ids[]=6',
		'5\u00a0006',
		'1.50',
		'9'.repeat(40),
	],
	...[0, -1, 1.5, 2 ** 64, true, false, {}],
];
