import type { Life } from './life.mts';
import type { World } from './world.mts';

/** A place where one process of n8n runs after the other. */
export class Worker {
	private current: Life | undefined;
	deaths = 0;

	constructor(private readonly world: World) {}

	private get life(): Life {
		if (this.current === undefined || this.current.dead) this.current = this.world.startLife();
		return this.current;
	}

	/**
	 * Does a job of n8n's queue; when the process dies, another one begins it anew after a while.
	 * @returns what came of it, and how many processes it has cost
	 */
	async toTheEnd<T>(job: (life: Life) => Promise<T>): Promise<{ result: T; deaths: number }> {
		for (let deaths = 0; ; deaths++) {
			const { life } = this;
			const result = await Promise.race([job(life), life.died]);
			if (result !== 'died') return { result, deaths };
			this.deaths++;
			await this.world.time.sleep(this.world.numbers.between(200, 40_000));
		}
	}
}
