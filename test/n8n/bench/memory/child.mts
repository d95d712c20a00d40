import { CASES } from '../cases/index.mts';
import { makeCalls } from '../lib/bareClient.mts';
import { startN8n } from '../lib/n8n.mts';
import { Remote } from '../lib/remote.mts';
import { sizesOf } from '../lib/sizes.mts';
import { heapOf } from './heap.mts';

// One way to do one job, in a process of its own and for the first time: n8n keeps hold of what it did
// last, which would hide the memory of a second run. Tells the figures as a line of JSON.
const [url, name, who, quick, since] = process.argv.slice(2);
const remote = new Remote(url);
const given = CASES.find((each) => each.name === name);
if (given === undefined) throw new Error(`There is no case ${name}`);
// What our node asked in the child before this one, for the bare client.
const calls = (await remote.calls()).filter(({ id }) => id > Number(since));
const arena = { remote, n8n: await startN8n(url), sizes: sizesOf(quick === 'true') };
const contest = await given.setUp(arena);
await contest.prepare();
const before = (await remote.calls()).at(-1)?.id ?? 0;
const jobs: { [who: string]: () => Promise<unknown> } = {
	ours: async () => await contest.ours(),
	rival: async () => await contest.rival(),
	bare: async () => await makeCalls(url, calls, given.concurrency),
};
const figure = await heapOf(jobs[who]);
process.stdout.write(`${JSON.stringify({ ...figure, since: before })}\n`);
process.exit(0);
