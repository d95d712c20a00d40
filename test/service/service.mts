import { setMaxListeners } from 'node:events';
import type { Context, Result } from './api/method.mts';
import { AccountClock } from './clock.mts';
import { Faults } from './faults.mts';
import { RandomSource } from './freedoms/random.mts';
import { freedomsOf, type Freedoms } from './freedoms/switches.mts';
import { attempt } from './http/call.mts';
import { stepsFor } from './store/statuses.mts';
import { Store } from './store/store.mts';
import type { CallRecord, Dialect, ServiceOptions } from './types.mts';
import { zoneOf } from './zone.mts';

/** The key that is accepted where no others are given. */
export const DEFAULT_KEY = 'TESTKEY'.padEnd(40, '0');

/** Every call that waits listens, and any number may wait. */
function newStop(): AbortController {
	const stop = new AbortController();
	setMaxListeners(0, stop.signal);
	return stop;
}

/** The service without its sockets. */
export class Service {
	readonly faults = new Faults();
	/** What the service is free to do and does; assign to a switch, or use `setFreedoms`. */
	readonly freedoms: Freedoms = freedomsOf();
	/** A new one after a reset. */
	store: Store;
	/** Where it listens, with a final slash. */
	address = '';
	/** Every API call in order of arrival. */
	readonly calls: CallRecord[] = [];
	readonly keys: string[];
	readonly timezone: string;
	dialect: Dialect = 'observed';
	private readonly random = new RandomSource();
	private readonly turns = new Map<string, number>();
	private readonly oddBefore = new Set<string>();
	private stop = newStop();
	/** How far the service's own clock was moved, in ms. */
	private moved = 0;

	constructor(private readonly options: ServiceOptions) {
		this.timezone = zoneOf(options.timezone ?? 'Asia/Almaty').name;
		this.keys = options.keys ?? [DEFAULT_KEY];
		this.store = this.newStore();
	}

	/** Aborted when the service stops or is reset: calls that still wait are dropped, not carried out. */
	get stopping(): AbortSignal {
		return this.stop.signal;
	}

	context(call: CallRecord): Context {
		const { store, dialect, oddBefore } = this;
		const random = this.random.stream(`${call.method} ${call.rawBody}`);
		const turn = this.turns.get(call.method) ?? 0;
		this.turns.set(call.method, turn + 1);
		const later = (ms: number, run: () => Result) =>
			store.later(ms, () => void (call.accepted = attempt(run, this.dialect).accepted));
		return { store, dialect, random, turn, oddBefore, later };
	}

	// What callers are given works without `this`, so that they can take it apart.

	/** Turns these switches on, and all others off. */
	readonly setFreedoms = (given: Partial<Freedoms> = {}): void => {
		Object.assign(this.freedoms, freedomsOf(given));
	};

	/** Begins all that is random anew, with this seed. */
	readonly setSeed = (seed: number): void => this.random.restart(seed);

	readonly advance = (ms: number): void => void (this.moved += ms);

	/** The service's own clock, in ms since the epoch. */
	readonly now = (): number => (this.options.now ?? Date.now)() + this.moved;

	/** Forgets state, calls, faults and freedoms; clock, seed and dialect are again as at the start. */
	readonly reset = (): void => {
		this.shutDown();
		this.stop = newStop();
		this.store = this.newStore();
		for (const each of [this.faults, this.turns, this.oddBefore]) each.clear();
		this.calls.length = 0;
		this.setFreedoms();
		this.setSeed(1);
		this.moved = 0;
		this.dialect = this.options.dialect ?? 'observed';
	};

	shutDown(): void {
		this.stop.abort();
	}

	private newStore(): Store {
		const { timezone, faults, freedoms, random, options, address } = this;
		const clock = new AccountClock(() => this.now() + freedoms.accountClockOffset);
		const { lifecycle = stepsFor } = options;
		return new Store(clock, timezone, faults, freedoms, random, lifecycle, address);
	}
}
