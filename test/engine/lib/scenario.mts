import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRule, Freedoms, LocalService } from '../../service/index.mts';
import { CONTINUE, type Harness } from './harness.mts';

/** One run of a node: what the account holds, what goes wrong, what is asked, and all that comes of it. */
export interface Scenario {
	account?(store: LocalService['store']): void;
	freedoms?: Partial<Freedoms>;
	faults?: FaultRule[];
	/** `resource.operation` */
	choice: string;
	parameters?: INodeParameters;
	items?: IDataObject[];
	/** What is other than usual in the credential. */
	credential?: IDataObject;
	/** All calls with their parameters, in order of arrival. */
	wire: Array<[method: string, params: object]>;
	/** What each item puts out, or the text it fails with, in order; paired item by item. */
	out?: unknown[];
	/** What the account holds in the end. */
	then?(store: LocalService['store']): void;
}

/** Each scenario is a test; its name is the promise. */
export function scenarios(h: Harness, all: Record<string, Scenario>): void {
	test.each(Object.entries(all))('%s', async (_, given) => {
		const { choice, parameters = {}, items = [{}], out } = given;
		const { service } = h;
		given.account?.(service.store);
		if (given.freedoms) service.setFreedoms(given.freedoms);
		for (const fault of given.faults ?? []) service.faults.add(fault);
		const credential = h.credential(given.credential);
		const { main, error } = await h.run(choice, parameters, { items, credential, ...CONTINUE });
		expect(service.calls.map(({ method, params }) => [method, params])).toEqual(given.wire);
		expect(error).toBeUndefined();
		if (out) {
			expect(main.map(({ json, pairedItem }) => [json.error ?? json, pairedItem])).toEqual(
				out.map((each, item) => [each, { item }]),
			);
		}
		given.then?.(service.store);
	});
}
