/** Lets at most so many works run at once, as many as `limit` says at the time; the others wait in line. */
export class Gate {
	private readonly line: Array<() => void> = [];

	private inside = 0;

	constructor(private readonly limit: () => number) {}

	/** Runs `work` when there is room. @throws what `work` throws */
	async through<T>(work: () => Promise<T>): Promise<T> {
		const turn = new Promise<void>((enter) => this.line.push(enter));
		this.open();
		await turn;
		try {
			return await work();
		} finally {
			this.inside--;
			this.open();
		}
	}

	private open(): void {
		while (this.line.length > 0 && this.inside < this.limit()) {
			this.inside++;
			this.line.shift()?.();
		}
	}
}

/** Lets works of the same name run one after another; others run as they come. */
export class Turns {
	private readonly gates = new Map<string, Gate>();

	/** @param name undefined: it has no turn to wait for. @throws what `work` throws */
	async take(name: string | undefined, work: () => Promise<void>): Promise<void> {
		if (name === undefined) return await work();
		const gate = this.gates.get(name) ?? new Gate(() => 1);
		this.gates.set(name, gate);
		await gate.through(work);
	}
}
