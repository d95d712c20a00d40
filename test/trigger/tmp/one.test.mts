import { readFileSync } from 'node:fs';
import { MemoryHost } from '../lib/host.mts';
import { ModelList } from '../lib/modelList.mts';
import { play } from '../lib/play.mts';
import { World } from '../lib/world.mts';
it('one', async () => {
	const given = JSON.parse(readFileSync('/tmp/one.json', 'utf8'));
	const isStrict = given.calls > 1e6;
	const world = new World(given.seed, given.offset);
	jest.spyOn(Date, 'now').mockImplementation(() => world.now);
	const list = new ModelList(world, given.pageSize, given.seed, given.freedoms);
	const page = list.page.bind(list);
	list.page = async (asked) => {
		const n = list.calls;
		try { const got = await page(asked);
		console.log(n, new Date(world.now).toISOString(), JSON.stringify(asked), '->', got.total, got.changes.map((c) => `${c.id} ${c.status} ${c.time.slice(-8)}`).join(', ')); return got; }
		catch (e) { console.log(n, JSON.stringify(asked), 'FAILS'); throw e; }
	};
	const host = new MemoryHost(list, { zone: given.zone, budget: given.calls, now: () => Math.floor(world.now / 1000) * 1000 });
	if (given.isOnlyFinal) host.choice = { triggerOn: 'final', statuses: [] };
	const poll = host.poll.bind(host);
	let polls = 0;
	host.poll = async () => {
		if (polls++ > Number(process.env.POLLS ?? 12)) throw new Error('enough');
		console.log('POLL'); const events = await poll(); console.log('EVENTS', events.map((c) => `${c.id} ${c.status} ${c.time.slice(-8)}`).join(', '), host.state && [host.state.from, host.state.since, host.state.isWhole, host.state.stuck, host.state.missing, host.state.edits.length, host.state.known.length].join(' ')); return events; };
	await play(given, { world, host, crowd: 1, isStrict, script: (acts) => list.script(acts), fail: () => { throw new Error('down'); }, calls: () => list.calls, mostCalls: given.calls + 10 });
});
