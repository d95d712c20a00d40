import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';

import { KeyStore } from '../keyStore.mts';
import { currentLife, type Life } from './life.mts';
import type { Numbers } from '../../../service/freedoms/random.mts';
import type { Scenario } from './scenario.mts';
import type { VirtualTime } from './virtualTime.mts';

/** An entry that was written, and that another process then wrote over. */
export interface Lost {
	/** The process that had written it, and when. */
	life: Life | undefined;
	writtenAt: number;
	lostAt: number;
}

type Row = string[];

const hash = (value: unknown): string => createHash('md5').update(String(value)).digest('base64');
const RIVALS = hash('a key of another process');

/** The rows of a world's store, with the trouble that it has. */
export class StoreOfWorld {
	readonly rows = new Map<string, Row>();
	reads = 0;
	readonly lost: Lost[] = [];
	private readonly written = new Map<string, Pick<Lost, 'life' | 'writtenAt'>>();

	constructor(
		private readonly time: VirtualTime,
		private readonly numbers: Numbers,
		private readonly trouble: Scenario['store'],
	) {}

	async change(name: string, change: (row: Row | undefined) => Row | undefined): Promise<void> {
		const { stall, failures, rivals } = this.trouble;
		const fails = this.numbers.percent(failures);
		const late = this.numbers.percent(50);
		await this.time.sleep(this.numbers.between(1, 3));
		if (fails && !late) throw new Error('SQLITE_BUSY: database is locked');
		this.reads++;
		const read = this.rows.get(name);
		await this.time.sleep(this.numbers.between(0, stall));
		await currentLife.getStore()?.step();
		const written = change(read === undefined ? undefined : [...read]);
		if (written !== undefined) this.write(name, read, written);
		await this.time.sleep(1);
		if (written !== undefined && this.numbers.percent(rivals)) {
			const wait = this.numbers.between(0, 200);
			this.time.after(wait, () => this.writeOver(name, [...(read ?? []), RIVALS]));
		}
		if (fails) throw new Error('Connection terminated unexpectedly');
	}

	/** Another process writes what it had read before. */
	private writeOver(name: string, older: Row): void {
		const [now, row] = [this.time.now(), this.rows.get(name) ?? []];
		const kept = new Set(older);
		for (const entry of row) {
			const written = this.written.get(entry);
			if (written !== undefined && !kept.has(entry)) this.lost.push({ ...written, lostAt: now });
		}
		this.rows.set(name, older);
	}

	private write(name: string, read: Row | undefined, written: Row): void {
		// A second row for the same node breaks the table's primary key.
		if (read === undefined && this.rows.has(name))
			throw new Error('duplicate key value violates unique constraint');
		this.rows.set(name, written);
		const [had, life] = [new Set(read), currentLife.getStore()];
		for (const entry of written)
			if (!had.has(entry)) this.written.set(entry, { life, writtenAt: this.time.now() });
	}
}

/** The store of each world, by the id of its workflow: n8n-core takes one store only. */
export type Stores = Map<string, StoreOfWorld>;

/** Gives n8n-core its store. Only once in a process. */
export async function startStores(): Promise<Stores> {
	const stores: Stores = new Map();
	const store = new KeyStore(async (workflow, ...given) => {
		const own = stores.get(workflow);
		if (own === undefined) throw new Error(`no store for ${workflow}`);
		await own.change(...given);
	}, hash);
	await DataDeduplicationService.init(store);
	return stores;
}
