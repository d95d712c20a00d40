import { isRecord } from '../../shared/api/wire';
import { Queued } from '../../shared/api/response';
import { isCancelled, mayHaveHappened, NoResponse, ServiceRefusal } from '../../shared/api/faults';
import { quote, Refusal } from '../../shared/input/parse';
import { isRateRefusal } from '../../shared/api/patience';
import { settle, type Settled } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { wireOf, type Acceptance, type Item } from './items';

export const METHOD = 'Message/SendSmsMessage';

/**
 * Makes the one call for a message. Never throws.
 *
 * @param begins called each time that the request is about to go out, perhaps after a long wait
 * @returns undefined if the call was not begun: then the message counts as never tried
 */
export async function callOnce(
	item: Item,
	service: Service,
	begins: () => void,
): Promise<Verdict | undefined> {
	const outcome = await settle(
		service.write(METHOD, () => {
			begins();
			return wireOf(item);
		}),
	);
	return 'fault' in outcome && isCancelled(outcome.fault) ? undefined : judge(outcome);
}

/**
 * What is known after a send call. `refused`: certainly not sent, may be sent again. `unknown`: may or
 * may not have been sent, must not be sent again. `queued`: the service took it and has not sent it yet.
 */
export type Verdict =
	| { kind: 'accepted' | 'queued'; acceptance: Acceptance }
	| { kind: 'refused'; fault: unknown }
	| { kind: 'unknown'; fault: unknown };

/** Judges the outcome of one call: code 0 without the message's id is a refusal, code 100 is not. */
export function judge(outcome: Settled<unknown>): Verdict {
	if ('fault' in outcome) {
		const { fault } = outcome;
		// A Refusal is of Allowed Hours that have no time for the message: there was no call.
		const isRefused = fault instanceof Refusal || !mayHaveHappened(fault);
		return { kind: isRefused ? 'refused' : 'unknown', fault };
	}
	const queued = outcome.value instanceof Queued ? outcome.value : undefined;
	const value = queued ? queued.task : outcome.value;
	const { campaignId, messageId, status } = isRecord(value) ? value : { messageId: value };
	if (isRecord(value) && isId(messageId)) {
		return { kind: 'accepted', acceptance: { campaignId, messageId, status } };
	}
	if (queued) {
		const none = { campaignId: null, messageId: null, status: null };
		return { kind: 'queued', acceptance: { ...none, taskId: value ?? null } };
	}
	// By the specification, only a missing ID means that nothing was accepted.
	return isNoId(messageId)
		? { kind: 'refused', fault: new ServiceRefusal(METHOD, 0, '', value) }
		: { kind: 'unknown', fault: new Refusal(`The service answered ${quote(value)}`) };
}

const isId = (value: unknown): boolean =>
	(typeof value === 'string' || typeof value === 'number') && /[1-9]/.test(String(value));

/** How the service writes that there is no value. */
const isNoId = (value: unknown): boolean =>
	!value || value === '0' || (Array.isArray(value) && value.length === 0);

/** In points: a run stops after three calls in a row without any response, or ten without a clear one. */
const LONG = 30;
const NO_RESPONSE = 10;
const UNCLEAR = 3;

/**
 * Notices a service that does not answer: each such call takes up to a minute and leaves another message unknown. Also a
 * service that refuses all calls as too many.
 */
export class Silence {
	private length = 0;

	get isLong(): boolean {
		return this.length >= LONG;
	}

	after(verdict: Verdict): void {
		const fault = 'fault' in verdict ? verdict.fault : undefined;
		const isOpen = verdict.kind === 'unknown' || isRateRefusal(fault);
		const isSilent = fault instanceof NoResponse && ['timeout', 'lost'].includes(fault.kind);
		this.length = isOpen ? this.length + (isSilent ? NO_RESPONSE : UNCLEAR) : 0;
	}
}
