import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { ownClock } from '../sending/lib/clock.mts';
import { gate, limit } from '../until.mts';
import { byId, CONTINUE, fromItem, harness, ids, range } from './lib/harness.mts';

// Before the engine is loaded, so that pauses take no time.
ownClock();
const h = harness({ now: () => Date.now() });

/** A node with a defect that shows once, while the answer to its first write is worked on. */
function faulty(node: string, write: string, shown: () => void): INodeType {
	const type = h.engine.loader.getNode(node).type as INodeType;
	let isOver = false;
	const execute = async function (this: IExecuteFunctions) {
		const getNode = () => {
			if (isOver || h.wire(write).length === 0) return this.getNode();
			isOver = true;
			shown();
			throw new RangeError('a defect');
		};
		const context = Object.create(this, { getNode: { value: getNode } }) as IExecuteFunctions;
		return (await type.execute?.call(context)) ?? [];
	};
	return Object.create(type, { execute: { value: execute } }) as INodeType;
}

type Case = [choice: string, write: string, given: INodeParameters, mark: (n: number) => string];
const SEND = { recipient: fromItem('to'), text: 'Hi' };
const UPDATE = { ...byId, updateFields: { comment: 'New' } };
const CASES: Case[] = [
	['message.send', 'Message/SendSmsMessage', SEND, (item) => `7701123450${item}`],
	['link.create', 'Link/Create', { fullLink: fromItem('url') }, (item) => `x${item}x`],
	['link.update', 'Link/Update', UPDATE, (item) => `id=40000${item + 1}&data`],
	// All of them are in one call.
	['link.delete', 'Link/Delete', byId, () => 'ids'],
];

const items = ids(3).map((id, n) => ({ ...id, to: `7701123450${n}`, url: `example.com/x${n}x` }));
const endOf = ({ json }: INodeExecutionData) =>
	json.error === undefined ? 'done' : Object(json.details).outcome;

describe.each(CASES)('%s: after a fault of our own', (choice, write, parameters, mark) => {
	const calls = new Set(range(3).map(mark)).size;
	const ends = ['unknown', ...Array(2).fill(calls === 1 ? 'unknown' : 'done')];
	const node = choice.startsWith('message') ? 'message' : 'link';
	const begin = async (more: object) => {
		h.addLinks(3);
		// The others are in flight when it shows.
		const { held, open } = gate();
		h.strike(mark(0), { code: 15 });
		for (const item of [1, 2]) h.strike(mark(item), { delay: held });
		const process = faulty(node, write, open);
		return await h.run(choice, parameters, { items, process, ...more });
	};

	test('the item is unknown, and what was in flight is awaited', async () => {
		const { main, error } = await begin(CONTINUE);
		expect(error).toBeUndefined();
		expect(main.map(endOf)).toEqual(ends);
		expect(main[0].json.error).toMatch(/^It is not known whether .*: a defect$/);
		expect(h.wire(write)).toHaveLength(calls);
	});

	test('in stop mode all that was done is counted', async () => {
		const done = ends.filter((end) => end === 'done').length;
		const { error } = await begin({});
		expect(error?.message).toMatch(new RegExp(`^${done} of 3 .*It is not known whether`));
	});
});

test('after one that ends the whole run, a message without a result is unknown', async () => {
	// That of all look-ups together.
	limit(60_000, () => {
		throw new RangeError('a defect');
	});
	h.strike('77011234501', { code: 999 });
	const { main } = await h.run('message.send', SEND, { items, ...CONTINUE });
	expect(main.map(endOf)).toEqual(['done', 'unknown', 'done']);
	expect(main[1].json.error).toBe('a defect');
});
