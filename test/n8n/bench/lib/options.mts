import { parseArgs } from 'node:util';

export interface Options {
	/** What the service adds to each answer, in ms. */
	delays: number[];
	repeats: number;
	quick: boolean;
	/** Only the cases whose name holds this text. */
	only: string | undefined;
	json: boolean;
	markdown: boolean;
}

/** @throws Error with a text for people when an option is wrong */
export function readOptions(args: string[]): Options {
	const { values } = parseArgs({
		args,
		options: {
			delay: { type: 'string', default: '0,20,50' },
			repeats: { type: 'string' },
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			json: { type: 'boolean', default: false },
			markdown: { type: 'boolean', default: false },
		},
	});
	const { quick, only, json, markdown } = values;
	const delays = values.delay.split(',').map(Number);
	const repeats = Number(values.repeats ?? 3);
	if (!delays.every((delay) => delay >= 0)) throw new Error('--delay takes ms, such as 0,20,50');
	if (!(repeats >= 1)) throw new Error('--repeats takes a number from 1');
	return { delays, repeats, quick, only, json, markdown };
}
