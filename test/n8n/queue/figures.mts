import { createHash } from 'node:crypto';
import type { LocalService } from '../../service/index.mts';
import type { LostKey } from './audit.mts';
import type { Recorded } from '../traffic/history.mts';
import { sms } from '../traffic/messages.mts';
import { countKinds, toldBy } from '../traffic/outcomes.mts';

/** How n8n keeps a send-once key. */
const hashOf = (key: string): string => createHash('md5').update(key).digest('base64');

/** Prints how the executions ended, and what became of their items. */
export function printFigures(service: LocalService, history: Recorded[]): void {
	const executions: Record<string, number> = {};
	for (const { status } of history) executions[status] = (executions[status] ?? 0) + 1;
	const items = countKinds([...toldBy(history).values()].flat());
	console.log(`  ${JSON.stringify({ executions, items, accepted: service.store.messages.size })}`);
}

/** When n8n's store lost the keys of messages to some recipients: the evidence for those sent twice. */
export function lossesOf(recipients: string[], count: number, lost: LostKey[]): string[] {
	return Array.from({ length: count }, (_, i) => sms(i + 1))
		.filter(({ to }) => recipients.includes(to))
		.flatMap(({ key, to }) =>
			lost
				.filter(({ hash }) => hash === hashOf(key))
				.map(({ at }) => `the key of ${to} fell out of n8n's store at ${at}`),
		);
}
