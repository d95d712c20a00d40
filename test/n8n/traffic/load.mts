import type { LocalService } from '../../service/index.mts';
import type { Random } from '../lib/run/options.mts';

/** A message to send; the number tells it from all others in every field. */
export interface Sms {
	/** The send-once key. */
	key: string;
	to: string;
	text: string;
}

export const sms = (number: number): Sms => ({
	key: `order-${number}`,
	to: `7701${String(number).padStart(7, '0')}`,
	text: `Order ${number} is on its way`,
});

/** `count` messages from a number on. */
export const smsFrom = (first: number, count: number): Sms[] =>
	Array.from({ length: count }, (_, i) => sms(first + i));

/** The messages in groups of `size`, one for each execution. */
export function batches(messages: Sms[], size: number): Sms[][] {
	const count = Math.ceil(messages.length / size);
	return Array.from({ length: count }, (_, i) => messages.slice(i * size, (i + 1) * size));
}

const SEND = 'Message/SendSmsMessage';

/** What goes wrong in the service, and in how many of a thousand calls. */
const FAULTS = [
	{ method: SEND, perMille: 10, kind: { drop: 'after' } },
	{ method: SEND, perMille: 3, kind: { drop: 'before' } },
	{ method: SEND, perMille: 10, kind: { code: 30 } },
	{ method: SEND, perMille: 5, kind: { code: 1, data: { recipient: ['is not accepted today'] } } },
	{ method: SEND, perMille: 5, kind: { status: 502, body: '<h1>Bad gateway</h1>', at: 'after' } },
	{ method: 'Message/List', perMille: 30, kind: { status: 503 } },
	{ method: 'Message/List', perMille: 30, kind: { truncated: true } },
	{ method: 'Message/List', perMille: 30, kind: { drop: 'after' } },
] as const;

/** Lets calls of the service go wrong at random; every call takes `delay` ms more. */
export function addFaults(service: LocalService, random: Random, delay: number): void {
	service.faults.delay = delay;
	for (const { method, perMille, kind } of FAULTS) {
		service.faults.add({
			method,
			when: () => random.next() * 1000 < perMille,
			times: Infinity,
			kind,
		});
	}
}
