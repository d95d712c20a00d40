/**
 * What became of a key. `done`: its write was accepted. `open`: it may have been carried out. `free`: it
 * certainly was not. `seen`: somebody had recorded it before, see the store.
 */
export type KeyState = 'done' | 'open' | 'free' | 'seen';

/** A key that a run of this process has in hand, until it is known what became of it. */
export class Claim {
	state: KeyState | undefined;

	private tell: (state: KeyState) => void = () => undefined;

	/** For other runs that want the same key. */
	readonly settled = new Promise<KeyState>((resolve) => {
		this.tell = resolve;
	});

	/** @param item the one that has the key; it changes where several items of a run have it */
	constructor(
		readonly owner: object,
		public item: object,
	) {}

	settle(state: KeyState): void {
		this.state = state;
		this.tell(state);
	}
}
