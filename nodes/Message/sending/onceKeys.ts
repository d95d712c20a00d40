import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { settle } from '../../shared/outcome';
import { KeyStore } from './keyStore';

/** Tokens are entries too: left in the store, those of one long run would push out its keys. */
const MOST_TOKENS = 500;

/** One for each node in this process. */
const stores = new Map<string, KeyStore>();

/**
 * Send once keys in n8n's persistent store, where they outlive the execution and the process. Another
 * process may write over a fresh key, so a claim counts only when the key is found again later.
 */
export class OnceKeys {
	private readonly store: KeyStore;

	private readonly mine = new Set<string>();

	private readonly tokens: string[] = [];

	constructor(private readonly context: IExecuteFunctions) {
		const name = `${context.getWorkflow().id} ${context.getNode().id}`;
		this.store = stores.get(name) ?? new KeyStore();
		stores.set(name, this.store);
	}

	/**
	 * Records a key for this node, with a token of this claim beside it. Of processes that claim a key at
	 * the same moment the last to write has written over the tokens of the others.
	 *
	 * @returns false when the key was recorded before, or somebody else was faster
	 */
	async claim(key: string): Promise<boolean> {
		const { helpers } = this.context;
		const token = `${key} ${randomUUID()}`;
		let added = await this.store.record(helpers, [key, token]);
		while (added.includes(key)) {
			await this.store.settle();
			added = await this.store.record(helpers, [key, token]);
		}
		const isMine = !added.includes(token);
		if (isMine) {
			this.store.guard(key);
			this.mine.add(key);
		}
		this.tokens.push(token);
		if (this.tokens.length >= MOST_TOKENS) await settle(async () => await this.removeTokens());
		return isMine;
	}

	/** Takes a key back: its message was refused and may be sent later. */
	async release(key: string): Promise<void> {
		this.mine.delete(key);
		await this.store.remove(this.context.helpers, [key]);
	}

	/** To be called when the run has sent everything: its keys are put in again where they got lost. */
	async finish(): Promise<void> {
		const { helpers } = this.context;
		if (this.tokens.length > 0) await this.removeTokens();
		if (this.mine.size === 0) return;
		do await this.store.settle();
		while ((await this.store.heal(helpers)) > 0);
	}

	private async removeTokens(): Promise<void> {
		await this.store.remove(this.context.helpers, this.tokens.splice(0));
	}
}
