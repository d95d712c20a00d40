import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/api/pause';

/** n8n keeps the newest entries; the list is read and written whole, so it must not grow for ever. */
const STORE = { mode: 'entries' as const, maxEntries: 10_000 };

/** Longer than n8n needs between its own read and write of the list. */
const SETTLE_MS = 40;

/** One claim at a time for each workflow in this process: see below. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Send once keys in n8n's persistent store, where they outlive the execution and the process.
 *
 * The store reads its list, changes it and writes it back without a lock. In one process that is made
 * safe by taking turns. Other processes (workers in queue mode) may still write over a fresh key, so a
 * claim counts only when the key is found again a moment later.
 */
export class OnceKeys {
	private readonly queue: string;

	constructor(private readonly context: IExecuteFunctions) {
		this.queue = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Records a key for this node. @returns false when it was recorded before */
	async claim(key: string): Promise<boolean> {
		if (!(await this.record(key))) return false;
		do await pause(SETTLE_MS, undefined);
		while (await this.record(key));
		return true;
	}

	/** Takes a key back: its message was refused and may be sent later. */
	async release(key: string): Promise<void> {
		await this.inTurn(async () => await this.context.helpers.removeProcessed([key], 'node', STORE));
	}

	/** @returns true when the key was not in the list */
	private async record(key: string): Promise<boolean> {
		return await this.inTurn(async () => {
			const { helpers } = this.context;
			const result = await helpers.checkProcessedAndRecord([key], 'node', STORE);
			return result.new.length > 0;
		});
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const before = queues.get(this.queue) ?? Promise.resolve();
		const turn = before.then(work, work);
		queues.set(this.queue, turn);
		try {
			return await turn;
		} finally {
			if (queues.get(this.queue) === turn) queues.delete(this.queue);
		}
	}
}
