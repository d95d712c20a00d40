import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { pause, settle } from '../../shared/api/promises';
import type { Run } from '../../shared/operation/run';
import { gather } from '../../shared/operation/gather';
import { reportCalls } from '../deliveryReport/get';

/** A message with Wait for Delivery; the report is added to its output. */
export interface Awaited {
	messageId: string;
	output: IDataObject;
	/** Seconds, counted from when the sending of the run ended. */
	seconds: number;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const GROWTH = 1.5;

/**
 * Asks for the reports of all messages together, with growing pauses, until each is final or its time is
 * up. The last known report stays in the output. An accepted message never fails here.
 */
export async function waitForDelivery(run: Run, messages: Awaited[]): Promise<void> {
	const started = Date.now();
	let open = messages;
	for (const { output } of open) output.deliveryReport = null;
	for (let wait = FIRST_PAUSE_MS; open.length > 0 && !run.cancelled; wait *= GROWTH) {
		const longest = open.reduce((most, { seconds }) => Math.max(most, seconds), 0);
		const ends = started + 1000 * longest;
		await pause(
			Math.min(wait, LONGEST_PAUSE_MS, Math.max(0, ends - Date.now())),
			run.service.signal,
		);
		await readOnce(run, open);
		const passed = (Date.now() - started) / 1000;
		open = open.filter(({ output, seconds }) => passed < seconds && !isDone(output));
	}
}

async function readOnce(run: Run, open: Awaited[]): Promise<void> {
	const ids = open.map(({ messageId }) => messageId);
	const reports = await gather(run, reportCalls(run.service, ids));
	for (const { messageId, output } of open) {
		const outcome = await settle(async () => reports.get(messageId));
		if ('value' in outcome && outcome.value) output.deliveryReport = outcome.value;
	}
}

const isDone = ({ deliveryReport }: IDataObject): boolean =>
	isRecord(deliveryReport) && deliveryReport.final === true;
