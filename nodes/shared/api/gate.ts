/** Lets at most so many works run at once; the others wait in line. */
export class Gate {
	private readonly line: Array<() => void> = [];

	constructor(private free: number) {}

	/** Runs `work` when there is room. @throws what `work` throws */
	async through<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((enter) => this.line.push(enter));
		try {
			return await work();
		} finally {
			const next = this.line.shift();
			// The place is handed on, so that nobody slips in before those in line.
			if (next) next();
			else this.free++;
		}
	}
}
