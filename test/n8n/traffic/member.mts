import type { N8nProcess } from '../lib/n8nProcess.mts';

/** One process of an n8n in queue mode, which may be ended and started again. */
export class Member {
	/** How often it ended without being told to. */
	surprises = 0;
	private current: N8nProcess | undefined;
	private wanted = false;

	constructor(
		readonly name: string,
		private readonly launch: () => Promise<N8nProcess>,
	) {}

	get url(): string {
		if (this.current === undefined) throw new Error(`${this.name} was never started`);
		return this.current.url;
	}

	async start(): Promise<void> {
		const started = await this.launch();
		this.current = started;
		this.wanted = true;
		void started.exited.then((code) => {
			if (!this.wanted || this.current !== started) return;
			this.surprises++;
			console.log(`  ${this.name} has ended by itself, code ${code}; log: ${started.logFile}`);
		});
	}

	/** As a power cut does. */
	async kill(): Promise<void> {
		this.wanted = false;
		await this.current?.kill();
	}

	/** In order: work under way is finished. */
	async end(): Promise<void> {
		this.wanted = false;
		await this.current?.stop();
	}
}
