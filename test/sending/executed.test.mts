import { Session } from 'node:inspector/promises';

import { people, sending } from './lib/sending.mts';

const s = sending();
const OURS = /\/dist\/((?:nodes|credentials)\/.*)\.js$/;

/** The files of the package of which a function ran meanwhile. */
async function executedBy(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	return result.flatMap(({ url, functions }) => {
		const name = url.includes('/node_modules/') ? undefined : OURS.exec(url)?.[1];
		// What has no name is the file itself, when it is loaded.
		const ran = functions.some(
			({ functionName, ranges: [{ count }] }) => functionName !== '' && count > 0,
		);
		return name !== undefined && ran ? [name] : [];
	});
}

test('a plain Send needs none of what is there for trouble, keys and reports', async () => {
	const files = await executedBy(async () => await s.send(people(1)));
	expect(files).toContain('nodes/Message/sending/sendAll');
	expect(files.length).toBeLessThanOrEqual(42);
	const spared =
		/recover|owners|match|lookUp|serviceTimes|earlierLife|seenKeys|waitForDelivery|inquiry/;
	expect(files.filter((file) => spared.test(file))).toEqual([]);
});
