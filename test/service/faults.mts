import { CallCounter, type RateLimit } from './rateLimit.mts';
import type { CallRecord } from './types.mts';

/** The answer is lost at once, and the call is carried out so many ms later. */
export interface Late {
	late: number;
}

/**
 * Whether a fault strikes before the call is carried out, in place of it; or after it, when only the answer
 * is lost; or in place of it, when it is carried out late.
 */
export type At = 'before' | 'after' | Late;

/** What goes wrong. `at` is `before` when not given. */
export type FaultKind =
	/** The call takes that many ms more, or until something has happened. */
	| { delay: number | Promise<unknown>; at?: 'before' | 'after' }
	/** The connection is closed without an answer. */
	| { drop: At }
	/** An HTTP status with a body that is no envelope; with a location, a redirect. */
	| { status: number; at?: At; body?: string; location?: string }
	/** HTTP 200 with a page of HTML. */
	| { html: true; at?: At }
	/** HTTP 200 with the first half of an envelope. */
	| { truncated: true; at?: At }
	/** HTTP 200 with nothing. */
	| { empty: true; at?: At }
	/** This result code; the call is not carried out unless `at` says so. */
	| { code: number; data?: unknown; message?: string; at?: At }
	/** The connection stays open and nothing comes. */
	| { hang: true; at?: At };

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

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What goes wrong, on request. */
export class Faults {
	rateLimit: RateLimit | undefined;
	/** New messages appear in Message/List only after so many ms. */
	listLag = 0;
	/** A change of status shows only after so many ms, with its true time; for changes planned from now on. */
	statusLag = 0;
	/** ms that every call takes longer. */
	delay = 0;
	/** How many calls have their delay at a time, the others waiting in line; 0 for any number. */
	workers = 0;
	private readonly line: Array<() => void> = [];
	private atWork = 0;
	private rules: Array<FaultRule & { passed: number; struck: number }> = [];
	private readonly counter = new CallCounter();

	add(rule: FaultRule): void {
		this.rules.push({ ...rule, passed: 0, struck: 0 });
	}

	/** The fault that strikes this call, if any: that of the first rule that fits. */
	take(call: CallRecord): FaultKind | undefined {
		for (const rule of this.rules) {
			if (rule.method !== undefined && !isSame(rule.method, call.method)) continue;
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

	/** Has `delayed` run when a worker is free. */
	async inTurn(delayed: () => Promise<unknown>): Promise<void> {
		if (this.workers > 0 && this.atWork >= this.workers)
			await new Promise<void>((enter) => this.line.push(enter));
		else this.atWork++;
		await delayed();
		const next = this.line.shift();
		if (next) next();
		else this.atWork--;
	}

	/** True when this call comes too often by `now` (ms). Refused calls do not count. */
	refuses(method: string, now: number): boolean {
		const limit = this.rateLimit;
		if (limit === undefined) return false;
		if (limit.methods !== undefined && !limit.methods.some((each) => isSame(each, method)))
			return false;
		return this.counter.refuses(limit, method, now);
	}

	clear(): void {
		this.rules = [];
		this.counter.clear();
		this.rateLimit = undefined;
		this.listLag = 0;
		this.statusLag = 0;
		this.delay = 0;
		this.workers = 0;
	}
}
