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
