import { startService, type LocalService } from '../../../service/index.mts';
import type { Scenario } from './scenario.mts';

interface Slot {
	service: LocalService;
	now: () => number;
}

/** Local services that are used again by one world after the other, since starting one takes a while. */
export class Services {
	private readonly free: Slot[] = [];
	private readonly all: Slot[] = [];

	/** @param now the service's clock, in ms since the epoch */
	async take(scenario: Scenario, now: () => number): Promise<LocalService> {
		const slot = this.free.pop() ?? (await this.start());
		const { service } = slot;
		slot.now = now;
		service.reset();
		service.setDialect(scenario.dialect);
		service.setSeed(scenario.seed);
		service.setFreedoms(scenario.freedoms);
		service.faults.listLag = scenario.listLag;
		return service;
	}

	giveBack(service: LocalService): void {
		const slot = this.all.find((each) => each.service === service);
		if (slot !== undefined) this.free.push(slot);
	}

	async close(): Promise<void> {
		await Promise.all(this.all.map(async ({ service }) => await service.close()));
	}

	private async start(): Promise<Slot> {
		const clock = { now: Date.now };
		const slot = Object.assign(clock, { service: await startService({ now: () => clock.now() }) });
		this.all.push(slot);
		return slot;
	}
}
