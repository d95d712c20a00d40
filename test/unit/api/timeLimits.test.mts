import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions } from 'n8n-workflow';

import { anyOf, inTime, onAbort, settle } from '../../../nodes/shared/api/promises';
import { Service } from '../../../nodes/shared/api/service';

// Node.js 20.20 and 24.21 collect a limit of time that only a combined signal depends on, and then that is not aborted
// (https://github.com/nodejs/node/issues/57736 and 65995).
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MS = 200;

/** Longer than limits of so many ms that were set before. */
async function outlast(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	await new Promise((resolve) => setTimeout(resolve, MS));
}

const stopped = new AbortController();
const request = jest.fn();

function limited(): Service {
	const helpers = { httpRequestWithAuthentication: request };
	const context = { helpers } as unknown as IExecuteFunctions;
	const account = { id: '', baseUrl: 'http://s', zone: 'UTC', credential: {}, withoutKey: String };
	return new Service(context, account, stopped.signal).until(AbortSignal.timeout(MS));
}

test('a limit of time ends calls, also after garbage was collected: none begins any more', async () => {
	const service = limited();
	await outlast();
	expect(await settle(service.read('M/M', {}))).toMatchObject({ fault: { kind: 'cancelled' } });
	expect(request).not.toHaveBeenCalled();
});

test('who waits for the end of a limit of time hears it', async () => {
	const { signal } = limited();
	const heard = jest.fn();
	onAbort(signal, heard);
	await outlast();
	expect(heard).toHaveBeenCalledTimes(1);
});

test('work that never ends is given up in time', async () => {
	const ends = settle(inTime(new Promise(() => {}), MS, stopped.signal));
	await outlast();
	const late = new Promise((resolve) => setTimeout(resolve, MS));
	expect(await Promise.race([ends, late])).toMatchObject({ fault: { code: 'ETIMEDOUT' } });
});

// Node.js 24.21 keeps a combined signal that has a limit of time in it for good, once it is combined again.
test('no combined signal is combined again', async () => {
	const any = jest.spyOn(AbortSignal, 'any');
	const inner = anyOf(AbortSignal.timeout(MS), stopped.signal);
	const outer = anyOf(inner, undefined, new AbortController().signal);
	await inTime(Promise.resolve(), MS, outer);
	onAbort(outer, () => undefined)();
	const made = new Set(any.mock.results.map(({ value }) => value as AbortSignal));
	const sources = any.mock.calls.flatMap(([given]) => [...given]);
	expect(made.size).toBe(5);
	expect(sources.filter((signal) => made.has(signal))).toEqual([]);
});
