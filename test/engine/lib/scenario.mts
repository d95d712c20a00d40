import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Dialect, FaultRule, Freedoms, LocalService } from '../../service/index.mts';
import type { NodeRun } from './engine.mts';
import { CONTINUE, type Harness } from './harness.mts';

/** One run of a node: what the account holds, what goes wrong, what is asked, and all that comes of it. */
export interface Scenario {
	account?(store: LocalService['store']): void;
	dialect?: Dialect;
	freedoms?: Partial<Freedoms>;
	faults?: FaultRule[];
	/** `resource.operation` */
	choice: string;
	parameters?: INodeParameters;
	items?: IDataObject[];
	/** More about the run, such as another credential. */
	more?: Partial<NodeRun>;
	/** All calls with their parameters, in order of arrival. */
	wire: Array<[method: string, params: object]>;
	/** What each item puts out, or the text it fails with, in order; paired item by item. */
	out?: unknown[];
	/** In stop mode: what the run ends with. */
	error?: string;
	/** What the account holds in the end. */
	then?(store: LocalService['store']): void;
}

/** Each scenario is a test; its name is the promise. */
export function scenarios(h: Harness, all: Record<string, Scenario>): void {
	test.each(Object.entries(all))('%s', async (_, given) => {
		const { choice, parameters = {}, items = [{}], out, error } = given;
		const { service } = h;
		given.account?.(service.store);
		if (given.dialect) service.setDialect(given.dialect);
		if (given.freedoms) service.setFreedoms(given.freedoms);
		for (const fault of given.faults ?? []) service.faults.add(fault);
		const run = /^(message|deliveryReport)\./.test(choice) ? h.message : h.link;
		const mode = error === undefined ? CONTINUE : {};
		const result = await run(choice, parameters, { items, ...mode, ...given.more });
		expect(service.calls.map(({ method, params }) => [method, params])).toEqual(given.wire);
		expect(result.error?.message).toBe(error);
		if (out) {
			expect(result.main.map(({ json, pairedItem }) => [json.error ?? json, pairedItem])).toEqual(
				out.map((each, item) => [each, { item }]),
			);
		}
		given.then?.(service.store);
	});
}
