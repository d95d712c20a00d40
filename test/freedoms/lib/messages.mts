import { NOON } from '../../engine/lib/harness.mts';
import type { LocalService, StoredMessage } from '../../service/index.mts';

const STATUSES = ['DELIVRD', 'UNDELIV', 'ENQUEUD', 'SCHEDUL', 'NEW'];
const FINAL: Record<string, boolean | null> = {
	...{ DELIVRD: true, UNDELIV: true, ENQUEUD: false, NEW: false, SCHEDUL: null },
};

/** Adds messages that are alike in many fields, so that lists sorted by these have ties. */
export function addMessages({ store }: LocalService, count: number): void {
	store.addMessages(count, (n) => ({
		campaignId: String(70_000_000_001 + (n % 4)),
		from: ['Mobizon', 'Shop'][n % 2],
		to: `7701${String(1_000_000 + (n % 40))}`,
		text: ['Hello', '  Сәлем\n', ''][n % 3],
		status: STATUSES[n % STATUSES.length],
		segNum: 1 + (n % 2),
		statusUpdateTs: n % 7 === 0 ? null : NOON - (n % 5) * 60_000,
		createdAt: NOON - n * 1000,
	}));
}

/** A message as it must come out with Simplify, from what the store holds. */
export function messageOutput(
	{ store }: LocalService,
	message: StoredMessage,
	withNumberInfo: boolean,
): Record<string, unknown> {
	const time = (ms: number | null) => (ms === null ? null : store.zone.format(ms));
	const plus = store.freedoms.numbersWithPlus ? '+' : '';
	return {
		id: Number(message.id),
		campaignId: Number(message.campaignId),
		from: message.from,
		to: plus + message.to,
		text: message.text,
		status: message.status,
		final: FINAL[message.status],
		segNum: message.segNum,
		startSendTs: time(message.startSendTs),
		statusUpdateTs: time(message.statusUpdateTs),
		...(withNumberInfo && { countryA2: 'KZ', operatorName: 'Operator KZ' }),
	};
}
