import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Service, openService } from '../api/service';
import { settle } from '../api/outcome';
import type { OperationDefinition } from './definition';
import { ItemParameters } from '../input/itemParameters';
import { Run, type Asked } from './run';
import { stopSummary } from './summary';

/**
 * The one place that runs an operation over the input items: reads all parameters first, so that bad
 * input is refused before anything is sent; then lets the operation work; then returns the outputs in
 * the order of the inputs, paired. An operation with `runWhileRead` works while the parameters are read.
 *
 * @throws NodeApiError | NodeOperationError in stop mode, saying how far the run got; Refusal when the
 * credential cannot be used
 */
export async function runOperation<P>(
	context: IExecuteFunctions,
	definition: OperationDefinition<P>,
): Promise<INodeExecutionData[]> {
	const itemCount = context.getInputData().length;
	const service = await open(context, definition.offline === true);
	const run = new Run(
		context,
		service,
		itemCount,
		context.continueOnFail(),
		definition.failedAs ?? 'failed',
	);
	// Also when halted: an operation may know of what an earlier try of this run did, and makes no calls.
	const worked = await settle(async () => await work(run, definition));
	// Thrown on, it would hide what ended well before.
	if ('fault' in worked) run.failRest(worked.fault);
	if (run.halted) throw stopSummary(run, definition.counted);
	return run.outputs();
}

async function open(context: IExecuteFunctions, offline: boolean): Promise<Service> {
	const signal = context.getExecutionCancelSignal();
	const zone = context.getTimezone();
	if (offline) return new Service(context, { baseUrl: '', zone, withoutKey: String }, signal);
	return await openService(context, signal);
}

async function work<P>(run: Run, definition: OperationDefinition<P>): Promise<void> {
	const asked = readItems(run, definition);
	if ('runWhileRead' in definition) await definition.runWhileRead(run, asked);
	else await definition.run(run, [...asked]);
}

/** Reads the items one by one; one that is refused fails, and is left out. */
function* readItems<P>(run: Run, definition: OperationDefinition<P>): Generator<Asked<P>> {
	const { zone, country } = run.service.account;
	const zones = { account: zone, workflow: run.context.getTimezone() };
	for (let index = 0; index < run.itemCount; index++) {
		const item = new ItemParameters(run.context, index, definition.properties, zones, country);
		let params: P;
		try {
			params = definition.read(item);
		} catch (refusal) {
			run.fail(index, refusal);
			continue;
		}
		yield { index, params };
	}
}
