import fc from 'fast-check';
import { draws } from '../../draws.mts';
import { ownClock } from '../../sending/lib/clock.mts';
import type { FaultKind, FreedomName, LocalService } from '../../service/index.mts';
import { conditions, passingFault, lane, type Conditions, type Lane } from './lane.mts';

/** Makes the draws of another run again: FREEDOMS_SEED=7 npx jest test/freedoms */
const SEED = Number(process.env.FREEDOMS_SEED ?? Date.now() % 1_000_000_000);

interface Fault {
	after: number;
	kind: FaultKind;
}

/** A draw, under the freedoms that the service takes in it, and with a fault that one of its calls meets. */
export type Draw<D> = D & { conditions: Conditions; fault?: Fault };

/** What must hold of every draw. */
interface Property<D> {
	what: string;
	/** How many draws are made where all are. */
	runs: number;
	freedoms: readonly FreedomName[];
	draw: { [K in keyof D]: fc.Arbitrary<D[K]> };
	/** Draws of which nothing can be said are left out. */
	filter?: (draw: Draw<NoInfer<D>>) => boolean;
	/** Fills the store of the service. */
	prepare?: (service: LocalService, draw: NoInfer<D>) => void;
	/** @returns what is wrong with the outcome of a draw, in words; empty when all is true */
	judge: (lane: Lane, draw: Draw<D>) => Promise<string[]>;
}

function drawAll<D>({ draw, freedoms, filter }: Property<D>, count: number) {
	const given = { ...draw, conditions: conditions(freedoms), fault: passingFault };
	const all = fc.record(given) as fc.Arbitrary<Draw<D>>;
	return fc.sample(filter ? all.filter(filter) : all, { numRuns: count, seed: SEED });
}

/** For the tests of one file: each judges its draws. A failure shows the first five. */
export function properties(): <D>(property: Property<D>) => void {
	// Before the engine is loaded, so that pauses take no time.
	ownClock();
	const current = lane();
	return (property) => {
		const count = draws(property.runs);
		test(`${property.what}: ${count} draws, seed ${SEED}`, async () => {
			const findings: string[] = [];
			for (const [index, draw] of drawAll(property, count).entries()) {
				const { service } = current;
				service.reset();
				service.setSeed(draw.conditions.seed);
				service.dialect = draw.conditions.dialect;
				service.setFreedoms(draw.conditions.freedoms);
				property.prepare?.(service, draw);
				if (draw.fault) service.faults.add(draw.fault);
				for (const finding of await property.judge(current, draw))
					findings.push(`draw ${index}: ${finding}\n  ${JSON.stringify(draw)}`);
			}
			expect(findings.slice(0, 5)).toEqual([]);
		}, 1_800_000);
	};
}
