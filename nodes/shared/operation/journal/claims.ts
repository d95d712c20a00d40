/** A write that must not be made twice, also when the process is killed and its job started again. */
export interface Guarded {
	/** Names the write in all lives of its execution. */
	slot: string;
	/** Names the write in all executions of the node: a Send Once Key. */
	key: string | undefined;
}

/**
 * State of a key. `done`: its write was accepted. `open`: it may have been carried out. `free`: it
 * certainly was not. `seen`: the store had it already.
 */
export type KeyState = 'done' | 'open' | 'free' | 'seen';

interface Claim {
	owner: object;
	item: Guarded;
	state: KeyState | undefined;
	/** For other runs that want the same key. */
	decided: Promise<KeyState>;
	decide(state: KeyState): void;
}

/** Which run of this process has which key, so that two runs never use the same one. */
export class Claims {
	private readonly byKey = new Map<string, Claim>();

	/** @returns false when another run has the key and may still use it */
	take(item: Guarded, owner: object): boolean {
		if (item.key === undefined) return true;
		const claim = this.byKey.get(item.key);
		// Items of one run that have the same key take turns.
		if (claim?.owner === owner) return true;
		if (claim && claim.state !== 'free' && claim.state !== 'seen') return false;
		this.byKey.set(item.key, newClaim(item, owner));
		return true;
	}

	/** Whether the item has its key. */
	has(item: Guarded): boolean {
		return this.of(item)?.item === item;
	}

	/**
	 * @returns the state of the key if another item of the run has it, `elsewhere` if another run has taken it
	 * since; otherwise undefined
	 */
	stateFor(item: Guarded, owner: object): KeyState | 'elsewhere' | undefined {
		const claim = this.of(item);
		if (item.key === undefined || claim?.item === item) return undefined;
		return claim?.owner === owner ? claim.state : 'elsewhere';
	}

	/** The item that had the key before did not use it. Other runs have to wait once more. */
	passOn(item: Guarded): void {
		const owner = this.of(item)?.owner;
		if (item.key !== undefined && owner) this.byKey.set(item.key, newClaim(item, owner));
	}

	/** @returns false when the key is not, or no longer, this item's */
	decide(item: Guarded, state: KeyState): boolean {
		if (!this.has(item)) return false;
		this.of(item)?.decide(state);
		return true;
	}

	/** Waits for the run that has the key. */
	async outcome(item: Guarded): Promise<KeyState> {
		const claim = this.of(item);
		return claim?.state ?? (await claim?.decided) ?? 'free';
	}

	/** The run is over, and the store knows of its keys. */
	drop(items: Guarded[], owner: object): void {
		for (const { key } of items) {
			if (key !== undefined && this.byKey.get(key)?.owner === owner) this.byKey.delete(key);
		}
	}

	private of({ key }: Guarded): Claim | undefined {
		return key === undefined ? undefined : this.byKey.get(key);
	}
}

function newClaim(item: Guarded, owner: object): Claim {
	let resolveWith: (state: KeyState) => void = () => undefined;
	const decided = new Promise<KeyState>((resolve) => {
		resolveWith = resolve;
	});
	return {
		owner,
		item,
		state: undefined,
		decided,
		decide(state) {
			this.state = state;
			resolveWith(state);
		},
	};
}
