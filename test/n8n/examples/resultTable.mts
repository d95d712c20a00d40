import assert from 'node:assert/strict';
import { readDataTable } from '../lib/dataTables.mts';
import { runWell } from '../lib/executions.mts';
import type { Stage } from './example.mts';
import {
	endedAt,
	endedMessages,
	eventsOf,
	publish,
	savePolling,
	type Check,
} from './published.mts';

const TABLE = 'sms_delivery';

/** The data table has a row for every message that ended, and no other. */
export async function publishResultTable({ session, file, service }: Stage): Promise<Check> {
	const workflow = await savePolling(session, file);
	await runWell(session, workflow);
	assert.deepEqual(await readDataTable(session, TABLE), []);
	await publish(session, workflow, service);
	return async () => {
		const expected = endedMessages(service).map((message) => ({
			messageId: message.id,
			campaignId: message.campaignId,
			recipient: message.to,
			status: message.status,
			delivered: message.status === 'DELIVRD',
			segments: message.segNum,
			statusUpdateTs: endedAt(service, message),
		}));
		const rows = (await readDataTable(session, TABLE))
			.map(({ id, createdAt, updatedAt, ...ours }) => ours)
			.sort((a, b) => Number(a.messageId) - Number(b.messageId));
		assert.deepEqual(rows, expected);
		// The upsert would hide a result that came twice.
		assert.equal((await eventsOf(session, workflow)).length, rows.length);
		const failed = rows.filter(({ delivered }) => delivered === false).length;
		return [`${rows.length} rows, one a message: ${failed} not delivered`];
	};
}
