import { isFinal } from '../Message/row';
import { isEmpty, quote } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';

/** The choices of Trigger On. */
export const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

const DELIVERED = 'DELIVRD';

/** Whether a change to this status is to be told. The service tells the trigger of all of them. */
export function isWanted(
	triggerOn: TriggerOn,
	selected: readonly string[],
	status: string,
): boolean {
	const wanted: Record<TriggerOn, boolean> = {
		any: true,
		final: isFinal(status) === true,
		delivered: status === DELIVERED,
		failed: isFinal(status) === true && status !== DELIVERED,
		selected: selected.includes(status.toUpperCase()),
	};
	return wanted[triggerOn];
}

/** Status codes as an array or as text with commas. @throws Refusal when there is none */
export function statusCodes(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[\s,;]+/);
	const codes = parts.filter((part) => !isEmpty(part));
	if (codes.length === 0) throw new Refusal('holds no status', 'Choose at least one.');
	return codes.map((code) => {
		if (typeof code === 'string') return code.trim().toUpperCase();
		throw new Refusal(`is not a status: ${quote(code)}`, 'Use codes such as DELIVRD.');
	});
}
