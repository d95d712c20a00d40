import fc from 'fast-check';
import type { LocalService } from '../service/index.mts';
import { properties } from './lib/property.mts';
import { passingFault } from './lib/lane.mts';
import { n8nHost } from '../trigger/lib/n8nHost.mts';
import { mixed, playAll } from '../trigger/lib/model.mts';

// First, since it has the clock of what is imported after it.

const property = properties();
const MINUTE = 60_000;

const FREEDOMS = [
	...(['queuedShare', 'listForm', 'emptyList', 'totalForm', 'totalOff'] as const),
	...(['totalAlternatesBy', 'tiesShuffled', 'staleReads', 'staleBy'] as const),
	...(['finalStampedAgainAfter', 'aheadShare', 'aheadBy', 'updateBounds', 'oddReads'] as const),
	...(['oddReadsAre', 'accountClockOffset', 'idForm', 'numbersWithPlus', 'oddStatuses'] as const),
	...(['blankTimes', 'pastEnd', 'oldestLeave', 'listLagUpTo'] as const),
];

/** docs/trigger.md promises what shows up to 75 s late. */
const LATEST_MS = 75_000;

const WANTED: Record<string, string[]> = {
	any: ['ENQUEUD', 'ACCEPTD', 'DELIVRD', 'UNDELIV'],
	final: ['DELIVRD', 'UNDELIV'],
	failed: ['UNDELIV'],
	delivered: ['DELIVRD'],
};

const worldStep = fc.record({
	kind: fc.constant('happen' as const),
	seconds: fc.constantFrom(0, 1, 20, 90),
	added: fc.oneof({ weight: 9, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.constant(110) }),
	/** Each of so many messages gets its next status. */
	changed: fc.nat(8),
});
const poll = fc.record({ fault: passingFault });

/** What becomes of messages, as the service's own store has it. */
class Ledger {
	/** `id status` of everything that was ever held. */
	readonly held = new Set<string>();

	constructor(private readonly service: LocalService) {}

	add(count: number, status: string): void {
		this.service.store.addMessages(count, () => ({ status }));
		this.note();
	}

	/** Gives messages their next status. */
	change(count: number, turn: number): void {
		const open = [...this.service.store.messages.all()].filter(
			({ status }) => status === 'ENQUEUD' || status === 'ACCEPTD',
		);
		for (const { id, status } of open.slice(0, count)) {
			const last = turn % 2 === 0 ? 'DELIVRD' : 'UNDELIV';
			this.service.store.setStatus(id, status === 'ENQUEUD' ? 'ACCEPTD' : last);
		}
		this.note();
	}

	/** What the list holds now. */
	get now(): string[] {
		return this.service.store.messages.listed().map(({ id, status }) => `${id} ${status}`);
	}

	private note(): void {
		for (const { id, status } of this.service.store.messages.all())
			this.held.add(`${id} ${status}`);
	}
}

let [events, failing] = [0, 0];

property({
	what: 'Message Trigger',
	runs: 320,
	freedoms: FREEDOMS,
	// Each step may have one.
	fault: fc.constant(undefined),
	// What a replica shows later than that may be lost.
	filter: ({ conditions: { freedoms } }) => {
		const { staleReads = 0, staleBy = 60_000, listLagUpTo = 0 } = freedoms;
		return (staleReads > 0 ? staleBy : 0) + listLagUpTo <= LATEST_MS;
	},
	draw: {
		old: fc.oneof({ weight: 4, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.constant(110) }),
		triggerOn: fc.constantFrom(...Object.keys(WANTED)),
		steps: fc.array(mixed(worldStep, poll), { minLength: 4, maxLength: 10 }),
	},
	judge: async ({ service }, { old, triggerOn, steps, ...draw }) => {
		const ledger = new Ledger(service);
		ledger.add(old, 'DELIVRD');
		const host = await n8nHost(service, { parameters: { triggerOn } });
		const emitted: string[] = [];
		const mayRepeat = new Set<string>();
		let [fault, last]: [string, string[]] = ['', []];
		const poll = async () => {
			fault = '';
			const pairs = await host.items().then(
				(given) => given.map(({ id, status }) => `${String(id)} ${String(status)}`),
				(error: Error) => ((fault = error.message), []),
			);
			emitted.push(...pairs);
			if (pairs.length > 0) last = pairs;
		};

		// The trigger has begun with its first poll that goes well.
		for (let tries = 0; tries < 5; tries++) {
			await poll();
			if (fault === '') break;
		}
		if (fault !== '') return (failing++, []);
		host.save();
		const before = new Set(ledger.held);
		// What showed only afterwards may be emitted or not.
		const shown = new Set(ledger.now);
		let turn = 0;
		await playAll(steps, {
			happen: ({ seconds, added, changed }) => {
				service.advance(1_000 + seconds * 1000);
				ledger.add(added, 'ENQUEUD');
				ledger.change(changed, turn++);
			},
			poll: async (given) => {
				if (given.fault) service.faults.add(given.fault);
				await poll();
			},
			restart: host.restart,
			crash: () => {
				host.crash();
				for (const pair of last) mayRepeat.add(pair);
			},
		});
		service.faults.clear();
		for (let polls = 0; polls < 7; polls++) {
			service.advance(polls > 3 ? 30 * MINUTE : MINUTE);
			await poll();
		}

		events += emitted.length;
		if (fault !== '') failing++;
		const { totalOff = 0, totalAlternatesBy = 0 } = draw.conditions.freedoms;
		const isLow = Math.min(totalOff, totalOff + totalAlternatesBy) < 0;
		const wanted = (pair: string) => WANTED[triggerOn].includes(pair.split(' ')[1]);
		const again = emitted.filter((pair, n) => emitted.indexOf(pair) < n && !mayRepeat.has(pair));
		const made = emitted.filter((pair) => !ledger.held.has(pair) || !wanted(pair));
		const stale = emitted.filter((pair) => shown.has(pair));
		const missing = ledger.now.filter(
			(pair) => wanted(pair) && !before.has(pair) && !emitted.includes(pair),
		);
		return [
			...(again.length > 0 ? [`emitted again: ${again.join()}`] : []),
			...(made.length > 0 ? [`not wanted, or never held: ${made.join()}`] : []),
			// While the trigger begins, a total that is too low may hide messages from it.
			...(stale.length > 0 && !isLow ? [`old: ${stale.join()}`] : []),
			...(missing.length > 0 && fault === '' ? [`missing: ${missing.join()}`] : []),
		];
	},
	after: (count) => {
		expect(events).toBeGreaterThan(5 * count);
		expect(failing).toBeLessThan(count / 4);
	},
});
