import { inTime, pause, settle } from '../../shared/api/promises';
import type { KeyState } from '../../shared/operation/journal/claims';
import type { Obstacle } from '../../shared/operation/journal/recorder';
import type { Run } from '../../shared/operation/run';
import type { Item } from './names';
import { keyOpen, keySeen } from './texts';

/** Most keys that n8n's store is asked about at once. */
const MANY = 100;

/** Another process may be sending the message at this moment. In ms, 7.5 s in all. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000];

/** How long to wait for another execution in this process that has the key. */
const ELSEWHERE_MS = 90_000;

/** Messages whose Send Once Key was already recorded, until its state is known. */
export class SeenKeys {
	private seen: Item[] = [];

	private elsewhere: Item[] = [];

	constructor(
		private readonly run: Run,
		private readonly skip: (item: Item) => void,
	) {}

	/** @param why what the guard said of the item's key */
	async add(item: Item, why: Obstacle | KeyState): Promise<void> {
		if (why === 'elsewhere') this.elsewhere.push(item);
		else if (why === 'seen') this.seen.push(item);
		else this.finish(item, why === 'done');
		if (this.seen.length >= MANY) await this.ask(0);
	}

	/** To be called when all other messages are sent. @returns those whose keys have become free */
	async resolve(): Promise<Item[]> {
		const free = await this.waitForOthers();
		for (const [nth, wait] of PAUSES_MS.entries()) {
			if (this.seen.length === 0 || this.run.cancelled) break;
			await pause(wait, this.run.service.signal);
			await this.ask(nth % 2 === 0 ? 0 : 1);
		}
		if (!this.run.cancelled) for (const item of this.seen.splice(0)) this.finish(item, false);
		return free;
	}

	private async waitForOthers(): Promise<Item[]> {
		const free: Item[] = [];
		const until = Date.now() + ELSEWHERE_MS;
		for (const item of this.elsewhere.splice(0)) {
			const outcome = await settle(async () => {
				const state = item.guard?.elsewhere(item) ?? Promise.resolve('seen' as const);
				return await inTime(state, until - Date.now(), this.run.service.signal);
			});
			const state = 'value' in outcome ? outcome.value : 'open';
			if (state === 'free') free.push(item);
			else await this.add(item, state);
		}
		return free;
	}

	private async ask(which: 0 | 1): Promise<void> {
		const asked = this.seen.splice(0);
		for (const guard of new Set(asked.map((item) => item.guard))) {
			const items = asked.filter((item) => item.guard === guard);
			const outcome = await settle(async () => await guard?.used(items, which));
			const used = 'value' in outcome ? outcome.value : undefined;
			for (const item of items) {
				if (used?.has(item)) this.finish(item, true);
				else this.seen.push(item);
			}
		}
	}

	private finish(item: Item, isSent: boolean): void {
		if (!isSent) this.run.fail(item.index, keyOpen(item));
		else if (item.message.options.ifSeen === 'error') this.run.fail(item.index, keySeen(item));
		else this.skip(item);
	}
}
