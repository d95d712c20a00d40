import type { IDataObject } from 'n8n-workflow';

import { isCancelled } from '../../shared/api/faults';
import { pause, timeLimit } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { idText, isRecord } from '../../shared/api/wire';
import { toFaultText } from '../../shared/operation/nodeError';
import type { Run } from '../../shared/operation/run';
import { gather } from '../../shared/operation/gather';
import { reportCalls } from '../deliveryReport/get';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const GROWTH = 1.5;
/** After the time is up: under a limit of calls the reports of thousands take minutes. */
const LAST_MS = 30_000;

/**
 * Asks for the reports of all messages together, with growing pauses, until each is final or the time is
 * up. The last known report stays in the output. An accepted message never fails here.
 *
 * @param accepted outputs of messages
 */
export async function waitForDelivery(
	run: Run,
	accepted: IDataObject[],
	seconds: number,
): Promise<void> {
	// No clock that can be set back: with its calls cut off, it would ask without a pause until that had caught up.
	const ends = performance.now() + 1000 * seconds;
	const service = run.service.until(timeLimit(1000 * seconds + LAST_MS));
	let open = accepted;
	let fault: unknown;
	for (const output of open) output.deliveryReport = null;
	for (let wait = FIRST_PAUSE_MS; open.length > 0 && !run.cancelled; wait *= GROWTH) {
		await pause(Math.min(wait, LONGEST_PAUSE_MS, ends - performance.now()), service.signal);
		fault = await readOnce(run, service, open);
		if (performance.now() >= ends) break;
		open = open.filter((output) => !isOver(output));
	}
	const cause = isCancelled(fault) ? fault.cause : fault;
	if (cause !== undefined)
		run.hint(`Delivery reports could not be read: ${toFaultText(cause)}`, 'warning');
}

/** @returns why some could not be read */
async function readOnce(run: Run, service: Service, open: IDataObject[]): Promise<unknown> {
	const ids = open.map(({ messageId }) => idText(messageId));
	const answers = await gather(run, reportCalls(service, ids));
	let fault: unknown;
	for (const [n, output] of open.entries()) {
		const end = answers([ids[n]]);
		if (end && 'fault' in end) fault = end.fault;
		const report = end && 'value' in end ? end.value[0] : undefined;
		if (report) output.deliveryReport = report;
	}
	return fault;
}

/** No wait is as long as a deferral. */
const isOver = ({ deliveryReport, deferredTo }: IDataObject): boolean =>
	deferredTo !== undefined || (isRecord(deliveryReport) && deliveryReport.final === true);
