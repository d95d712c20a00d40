import { isFinal } from '../Message/row';
import { isEmpty, quote } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';

/** The choices of Trigger On. */
export const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

/** Which statuses the user wants. */
export interface Choice {
	triggerOn: TriggerOn;
	statuses: string[];
}

const DELIVERED = 'DELIVRD';

/** Whether a status is to be emitted. */
export function wantsStatus({ triggerOn, statuses }: Choice, status: string): boolean {
	const wanted: Record<TriggerOn, boolean> = {
		any: true,
		final: isFinal(status) === true,
		delivered: status === DELIVERED,
		failed: isFinal(status) === true && status !== DELIVERED,
		selected: statuses.includes(status.toUpperCase()),
	};
	return wanted[triggerOn];
}

/** The status, where only one is wanted. */
export function onlyStatus({ triggerOn, statuses }: Choice): string | undefined {
	if (triggerOn === 'delivered') return DELIVERED;
	return triggerOn === 'selected' && statuses.length === 1 ? statuses[0] : undefined;
}

/** Status codes as an array or as text with commas. @throws Refusal when there is none */
export function statusCodes(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[\s,;]+/);
	const codes = parts.filter((part) => !isEmpty(part));
	if (codes.length === 0) throw new Refusal('has no status', 'Choose at least one.');
	return codes.map((code) => {
		if (typeof code === 'string') return code.trim().toUpperCase();
		throw new Refusal(`is not a status: ${quote(code)}`, 'Use codes such as DELIVRD.');
	});
}
