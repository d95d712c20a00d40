import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { Service } from '../../../nodes/shared/api/service';
import { gather } from '../../../nodes/shared/operation/gather';
import { Run } from '../../../nodes/shared/operation/run';
import { stopSummary } from '../../../nodes/shared/operation/definition';
import { Refusal } from '../../../nodes/shared/input/parse';

/** What a run asks of n8n, for so many items and no credential. */
const context = (
	items: number,
	continues: boolean,
	onError?: INode['onError'],
	previousNode: string | null = 'Start',
) =>
	({
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		continueOnFail: () => continues,
		getTimezone: () => 'UTC',
		getExecutionCancelSignal: () => undefined,
		getExecutionId: () => '7',
		getNode: () => ({ name: 'Node', type: 'link', typeVersion: 1, parameters: {}, onError }),
		getInputSourceData() {
			if (previousNode === null) throw new Error('Source data is missing');
			return { previousNode };
		},
	}) as Partial<IExecuteFunctions> as IExecuteFunctions;

const account = { id: '', baseUrl: '', zone: 'UTC', credential: {}, withoutKey: String };
function runOf(...given: Parameters<typeof context>) {
	const n8n = context(...given);
	return new Run(n8n, new Service(n8n, account), given[0], given[1], 'failed');
}

/** What a run of so many items tells of its progress, and the clock that it sees, in seconds. */
function telling(items: number) {
	const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
	const told: string[] = [];
	const tell = (text: string) => void told.push(text);
	const run = runOf(items, true);
	Object.assign(run.context, { logger: { info: tell }, sendMessageToUI: tell });
	return { run, told, at: (seconds: number) => void clock.mockReturnValue(1000 * seconds) };
}

const both = (progress: string) => [`Execution 7, "Node": ${progress}`, progress];

test('a run that lasts tells each minute how far it is', () => {
	const { run, told, at } = telling(3000);
	for (const [n, seconds] of [0, 59, 60, 61, 119, 300].entries()) {
		at(seconds);
		run.succeed(n, [{}]);
	}
	expect(told).toEqual([3, 6].flatMap((count) => both(`items done: ${count} of 3000`)));
});

test('so does one whose items share calls, and get their results at the end', async () => {
	const { run, told, at } = telling(3000);
	let seconds = 0;
	const ask = async () => {
		at((seconds += 25));
		return new Map<string, never>();
	};
	await gather(
		run,
		Array.from({ length: 6 }, (_, n) => ({ keys: [String(n)], ask })),
	);
	// The first five begin at once.
	expect(told).toEqual(both('calls made: 1 of 6'));
});

const failed = (item: number, error: string) => ({
	json: { error, message: '', details: { outcome: 'failed' } },
	pairedItem: { item },
});

/** By what n8n 1.123 and 2.0 tell a failed item: they know no `details`. */
const isFailedToOlder = ({ json, error }: INodeExecutionData) => {
	const count = Object.keys(json).length;
	return Boolean(error ?? (json.error && (count === 1 || (count === 2 && json.message))));
};

test('older versions of n8n, too, give a failed item to the error output, with all it says', () => {
	const run = runOf(1, true, 'continueErrorOutput');
	run.fail(0, new Error('no'));
	const [item] = run.outputs();
	expect(isFailedToOlder(item)).toBe(true);
	// n8n copies the item, and cuts a copy that has an `error` of its own down to it.
	expect({ ...item }).toStrictEqual(failed(0, 'no'));
});

test('without a node before this one a failed item has no error of its own: n8n would cut it down to that', () => {
	const run = runOf(1, true, 'continueErrorOutput', null);
	run.fail(0, new Error('no'));
	expect(run.outputs()[0].error).toBeUndefined();
});

test('what stopped a run is told in the order of the items, whichever failed first', () => {
	const run = runOf(9, false);
	for (const item of [7, 2, 5]) run.fail(item, new Refusal(`No ${item}`, 'Do it.'));
	const { message, description } = stopSummary(run, 'links created');
	expect(message).toBe('0 of 9 links created; item 3: No 2');
	const told = 'Do it. · Item 6: No 5 · Item 8: No 7';
	expect(description).toBe(
		`${told} · To leave out such items and go on, set On Error to Continue in the settings of the node`,
	);
	// The operation itself says what to do.
	run.notes.push('Click Retry');
	expect(stopSummary(run, 'links created').description).toBe(`${told} · Click Retry`);
});
