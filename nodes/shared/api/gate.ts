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

/** Lets works of the same name run one after another; others run as they come. */
export class Turns {
	private readonly gates = new Map<string, Gate>();

	/** @param name undefined: it has no turn to wait for. @throws what `work` throws */
	async take(name: string | undefined, work: () => Promise<void>): Promise<void> {
		if (name === undefined) return await work();
		const gate = this.gates.get(name) ?? new Gate(1);
		this.gates.set(name, gate);
		await gate.through(work);
	}
}
