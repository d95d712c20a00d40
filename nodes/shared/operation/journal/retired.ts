/** How long the entries of a run are kept: a job that is killed is started again within minutes. */
const KEPT_MS = 3_600_000;

/** Removing is slow, so that not too many are taken at once. */
const MOST = 1000;

/**
 * Entries of runs that are over. They are kept a while, since n8n may be killed while a later node of the
 * execution works, and then starts the job from the beginning.
 */
export class Retired {
	private readonly runs: Array<{ at: number; entries: string[] }> = [];

	add(entries: string[]): void {
		this.runs.push({ at: Date.now(), entries });
	}

	/** Takes those that need not be kept any longer. */
	due(): string[] {
		const due: string[] = [];
		while (this.runs.length > 0 && due.length < MOST && this.runs[0].at < Date.now() - KEPT_MS) {
			due.push(...(this.runs.shift()?.entries ?? []));
		}
		return due;
	}
}
