import { Gate } from '../../shared/api/gate';

/** Lets works of the same name run one after another; others run as they come. */
export class Turns {
	private readonly gates = new Map<string, Gate>();

	async take(name: string | undefined, work: () => Promise<void>): Promise<void> {
		if (name === undefined) return await work();
		const gate = this.gates.get(name) ?? new Gate(() => 1);
		this.gates.set(name, gate);
		await gate.through(work);
	}
}
