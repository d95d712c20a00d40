import { startService, type LocalService } from '../../../service/index.mts';
import type { Scenario } from './scenario.mts';

/** Local services that are used again by one world after the other, since starting one takes a while. */
export class Services {
	private readonly free: LocalService[] = [];
	/** The clock of each, in ms since the epoch. */
	private readonly clocks = new Map<LocalService, { now: () => number }>();

	async take(scenario: Scenario, now: () => number): Promise<LocalService> {
		const service = this.free.pop() ?? (await this.start());
		Object.assign(this.clocks.get(service) ?? {}, { now });
		service.reset();
		service.setDialect(scenario.dialect);
		service.setSeed(scenario.seed);
		service.setFreedoms(scenario.freedoms);
		service.faults.listLag = scenario.listLag;
		return service;
	}

	giveBack(service: LocalService): void {
		this.free.push(service);
	}

	async close(): Promise<void> {
		await Promise.all([...this.clocks.keys()].map(async (service) => await service.close()));
	}

	private async start(): Promise<LocalService> {
		const clock = { now: Date.now };
		const service = await startService({ now: () => clock.now() });
		this.clocks.set(service, clock);
		return service;
	}
}
