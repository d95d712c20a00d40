import type { VastForm } from './http/vast.mts';
import type { CallRecord } from './types.mts';

/**
 * Whether a fault strikes before the call is carried out, in place of it; or after it, when only the answer
 * is lost; or the answer is lost at once, and the call is carried out so many ms later.
 */
export type At = 'before' | 'after' | { late: number };

/** What goes wrong. `at` is `before` when not given. */
export type FaultKind =
	/** The call takes that many ms more, or until something has happened. */
	| { delay: number | Promise<unknown>; at?: 'before' | 'after' }
	/** The connection is closed without an answer. */
	| { drop: At }
	| ({ at?: At } & (
			| { html: true }
			/** An HTTP status with a body that is no envelope; with a location, a redirect. */
			| { status: number; body?: string; location?: string }
			/** HTTP 200 with the first half of an envelope. */
			| { truncated: true }
			| { empty: true }
			/** This result code; the call is not carried out unless `at` says so. */
			| { code: number; data?: unknown; message?: string }
			/** The connection stays open and nothing comes. */
			| { hang: true }
			/** F30: an answer of any size and form. */
			| { vast: VastForm }
	  ));

export interface FaultRule {
	/** `Module/Method`; without it, any method. */
	method?: string;
	when?: (call: CallRecord) => boolean;
	/** Lets the first so many matching calls pass. */
	after?: number;
	/** How often it strikes; default once, Infinity for ever. */
	times?: number;
	kind: FaultKind;
}

/** So many calls of one method are carried out in any span of so many ms; the next ones are refused with code 30. */
export interface RateLimit {
	calls: number;
	ms: number;
	/** `Module/Method`s concerned; without it, all. Each is counted for itself. */
	methods?: readonly string[];
}

/** What goes wrong, on request. */
export class Faults {
	rateLimit: RateLimit | undefined;
	/** New messages appear in Message/List only after so many ms. */
	listLag = 0;
	/** ms that every call takes longer. */
	delay = 0;
	private rules: Array<FaultRule & { passed: number; struck: number }> = [];
	private readonly allowed = new Map<string, number[]>();

	add(rule: FaultRule): void {
		this.rules.push({ ...rule, passed: 0, struck: 0 });
	}

	/** The fault that strikes this call, if any: that of the first rule that fits. */
	take(call: CallRecord): FaultKind | undefined {
		for (const rule of this.rules) {
			if (rule.method !== undefined && rule.method !== call.method) continue;
			if (rule.when !== undefined && !rule.when(call)) continue;
			if (rule.passed < (rule.after ?? 0)) {
				rule.passed++;
			} else if (rule.struck < (rule.times ?? 1)) {
				rule.struck++;
				return rule.kind;
			}
		}
		return undefined;
	}

	/** True when this call comes too often by `now` (ms). Refused calls do not count. */
	refuses(method: string, now: number): boolean {
		const { rateLimit: limit, allowed } = this;
		if (limit === undefined || limit.methods?.includes(method) === false) return false;
		const recent = (allowed.get(method) ?? []).filter((at) => at > now - limit.ms);
		const refused = recent.length >= limit.calls;
		allowed.set(method, refused ? recent : [...recent, now]);
		return refused;
	}

	clear(): void {
		this.rules = [];
		this.allowed.clear();
		this.rateLimit = undefined;
		this.listLag = 0;
		this.delay = 0;
	}
}
