import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { history } from '../lib/history.mts';
import { MemoryHost } from '../lib/host.mts';
import { ModelList } from '../lib/modelList.mts';
import { play } from '../lib/play.mts';
import { World } from '../lib/world.mts';
const strict = process.env.STRICT === '1';
it('many', async () => {
	let world = new World(0);
	jest.spyOn(Date, 'now').mockImplementation(() => world.now);
	const run = async (given: any) => {
		world = new World(given.seed, given.offset);
		const list = new ModelList(world, given.pageSize, given.seed, given.freedoms);
		const host = new MemoryHost(list, { zone: given.zone, budget: given.calls, now: () => Math.floor(world.now / 1000) * 1000 });
		if (given.isOnlyFinal) host.choice = { triggerOn: 'final', statuses: [] };
		const end = await play(given, { world, host, crowd: 1, isStrict: strict, script: (acts) => list.script(acts), fail: () => { throw new Error('down'); }, calls: () => list.calls, mostCalls: given.calls + 10 });
		const f = given.freedoms; if (end.isStuck && (strict || (f.totalOff === 0 && !f.totalAlternatesBy))) throw new Error('stuck');
		return end;
	};
	const n = Number(process.env.N ?? 300);
	const all = fc.sample(history, { numRuns: n, seed: Number(process.env.SEED ?? 1) });
	let stuck = 0, fails = 0; const rules: Record<string, number> = {};
	let best: any; 
	const perf = process.hrtime.bigint();
	for (let given of all as any[]) {
		if (strict) given = { ...given, calls: 1e9, zone: 'UTC', offset: 0, freedoms: { ...given.freedoms, totalOff: 0, totalAlternatesBy: 0, empty: 0, stale: 0 } };
		try { const end = await run(given); if (end.isStuck) { stuck++; const k = 'stuck ' + JSON.stringify([given.freedoms.totalOff, given.freedoms.totalAlternatesBy, given.freedoms.stale, given.freedoms.empty, given.zone, given.calls]); rules[k] = (rules[k] ?? 0) + 1; } }
		catch (e: any) { fails++; const rule = String(e.message).split(':')[0]; rules[rule] = (rules[rule] ?? 0) + 1; if (process.env.RULE && rule !== process.env.RULE) continue; if (!best || JSON.stringify(given).length < JSON.stringify(best.given).length) best = { given, rule }; }
	}
	const ms = Number(process.hrtime.bigint() - perf) / 1e6;
	console.log(JSON.stringify({ n, fails, stuck, ms, rules }, null, 1));
	if (!best) return;
	// Shrink: drop steps.
	const fails2 = async (given: any) => { try { await run(given); return false; } catch (e: any) { return String(e.message).startsWith(best.rule); } };
	let given = best.given; let changed = true; const until = process.hrtime.bigint() + 60_000_000_000n;
	while (changed && process.hrtime.bigint() < until) {
		changed = false;
		for (const key of ['before', 'steps']) for (let i = given[key].length - 1; i >= 0; i--) {
			const less = { ...given, [key]: given[key].filter((_: any, j: number) => j !== i) };
			if (await fails2(less)) { given = less; changed = true; }
			else { const s = given[key][i]; const tries: any[] = [];
				if (s.during?.length) { tries.push({ ...s, during: [] }); s.during.forEach((_: any, k: number) => s.during[k].length && tries.push({ ...s, during: s.during.map((d: any, m: number) => (m === k ? d.slice(1) : d)) })); }
				if (s.failing != null) tries.push({ ...s, failing: null }); if (s.late) tries.push({ ...s, late: 0 }); if (s.isAhead) tries.push({ ...s, isAhead: false }); if (s.count > 1) tries.push({ ...s, count: s.count - 1 });
				for (const t of tries) { const l = { ...given, [key]: given[key].map((x: any, j: number) => (j === i ? t : x)) }; if (await fails2(l)) { given = l; changed = true; break; } } }
		}
		for (const [k, v] of Object.entries({ offset: 0, ahead: 0, zone: 'UTC', isOnlyFinal: false }) as any) { if (given[k] !== v) { const l = { ...given, [k]: v }; if (await fails2(l)) { given = l; changed = true; } } }
		for (const [k, v] of Object.entries({ bounds: 'inclusive', totalOff: 0, totalAlternatesBy: 0, empty: 0, stale: 0, sharing: 1 }) as any) { if (given.freedoms[k] !== v) { const l = { ...given, freedoms: { ...given.freedoms, [k]: v } }; if (await fails2(l)) { given = l; changed = true; } } }
	}
	writeFileSync('/tmp/one.json', JSON.stringify(given)); console.log(best.rule, JSON.stringify(given));
}, 600_000);
