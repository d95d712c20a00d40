import { isFinal } from '../Message/row';
import { isEmpty, quote } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';
import { sortKey, type Change } from './change';

/** The choices of Trigger On. */
export const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

/** Which changes the user wants: Trigger On and the filters. */
export interface Choice {
	triggerOn: TriggerOn;
	statuses: string[];
	/** Absent where they do not matter. */
	campaignIds?: string[];
	from?: string;
	to?: string;
}

const DELIVERED = 'DELIVRD';

/** Whether a status is to be emitted. The trigger reads all of them. */
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

/** Whether a change is wanted; filters the row as the service does. */
export function wants(choice: Choice, change: Change): boolean {
	const { campaignIds, from, to } = choice;
	const sender = sortKey(change, 'from').toLowerCase();
	return (
		wantsStatus(choice, change.status) &&
		(!campaignIds || campaignIds.includes(sortKey(change, 'campaignId'))) &&
		(!from || sender === from.replace(/[\s+]/g, '').toLowerCase()) &&
		(!to || sortKey(change, 'to').includes(to))
	);
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
