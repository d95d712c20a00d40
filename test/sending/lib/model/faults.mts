import type { FaultKind } from '../../../service/index.mts';

/** What the caller can know from the answer alone. */
export type Sees =
	| 'accepted'
	| 'refused'
	/** Code 30: certainly not sent, and may be offered again. */
	| 'tooOften'
	/** Code 100: a task that may send it later. */
	| 'queued'
	| 'unknown'
	/** No byte of the request was written. */
	| 'notWritten';

interface Fault {
	sees: Sees;
	/** What the service does. */
	kind?: FaultKind;
	/** Where the request goes instead: nowhere. */
	connect?: 'refused' | 'timedOut';
	/** The caller hears nothing until its own patience ends. */
	silent?: true;
	/** Answers take so many ms longer. */
	slow?: [number, number];
}

const answer = (body: string, at: 'before' | 'after'): FaultKind => ({ status: 200, at, body });
const none: FaultKind = { delay: 0 };

/** What may happen to a call of Message/SendSmsMessage. */
export const FAULTS = {
	none: { sees: 'accepted', kind: none },
	slow: { sees: 'accepted', kind: none, slow: [1_000, 40_000] },
	invalid: { sees: 'refused', kind: { code: 1, data: { recipient: ['Invalid'] } } },
	noMoney: { sees: 'refused', kind: { code: 15, message: 'Not enough money' } },
	locked: { sees: 'refused', kind: { code: 10 } },
	partly: { sees: 'refused', kind: { code: 98 } },
	notAtAll: { sees: 'refused', kind: { code: 99, data: [] } },
	unheardOf: { sees: 'refused', kind: { code: 77 } },
	refusedInText: {
		sees: 'refused',
		kind: answer('{"code":"15","data":[],"message":""}', 'before'),
	},
	noMessageId: {
		sees: 'refused',
		kind: answer('{"code":0,"data":{"campaignId":"1"},"message":""}', 'before'),
	},
	forbidden: { sees: 'refused', kind: { status: 403, at: 'before' } },
	unauthorized: { sees: 'refused', kind: { status: 401, at: 'before' } },
	tooOften: { sees: 'tooOften', kind: { code: 30 } },
	queued: { sees: 'queued', kind: { code: 100, data: 4711 } },
	queuedAndSent: { sees: 'queued', kind: { code: 100, data: '4712', at: { late: 3_000 } } },
	undecided: { sees: 'unknown', kind: { code: 3 } },
	undecidedButSent: {
		sees: 'unknown',
		kind: answer('{"code":999,"data":null,"message":""}', 'after'),
	},
	dropBefore: { sees: 'unknown', kind: { drop: 'before' } },
	dropAfter: { sees: 'unknown', kind: { drop: 'after' } },
	dropThenSent: { sees: 'unknown', kind: { drop: { late: 400 } } },
	dropLongBeforeSent: { sees: 'unknown', kind: { drop: { late: 25_000 } } },
	hangThenSent: { sees: 'unknown', kind: { hang: true, at: { late: 50_000 } }, silent: true },
	hangBefore: { sees: 'unknown', kind: { hang: true, at: 'before' }, silent: true },
	hangAfter: { sees: 'unknown', kind: { hang: true, at: 'after' }, silent: true },
	status502: { sees: 'unknown', kind: { status: 502, at: 'before' } },
	status504ButSent: { sees: 'unknown', kind: { status: 504, at: 'after' } },
	status408ButSent: { sees: 'unknown', kind: { status: 408, at: 'after' } },
	htmlButSent: { sees: 'unknown', kind: { html: true, at: 'after' } },
	html: { sees: 'unknown', kind: { html: true, at: 'before' } },
	truncatedButSent: { sees: 'unknown', kind: { truncated: true, at: 'after' } },
	deepButSent: { sees: 'unknown', kind: { vast: 'deep', at: 'after' } },
	emptyBefore: { sees: 'unknown', kind: { empty: true, at: 'before' } },
	connectRefused: { sees: 'notWritten', connect: 'refused' },
	connectTimedOut: { sees: 'notWritten', connect: 'timedOut', slow: [2_000, 20_000] },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const faultOf = (name: FaultName): Fault => FAULTS[name];

/** What may happen to a call of Message/List. */
export const LIST_FAULTS = {
	unavailable: { status: 503 },
	cutOff: { truncated: true },
	dropped: { drop: 'after' },
	listLimit: { code: 30 },
	listTrouble: { code: 999 },
	page: { html: true },
	stays: { hang: true },
} as const satisfies Record<string, FaultKind>;

export type ListFaultName = keyof typeof LIST_FAULTS;
