import type { IDataObject } from 'n8n-workflow';

import { range } from '../../engine/lib/harness.mts';
import type { FaultKind } from '../../service/index.mts';

export const SEND = 'Message/SendSmsMessage';
export const LIST = 'Message/List';
export const REPORTS = 'Message/GetSMSStatus';

export const HOUR = 3_600_000;

/** The service refuses: too little money. */
export const REFUSED: FaultKind = { code: 15 };
/** The answer is lost before the service did anything, or after. */
export const LOST: FaultKind = { drop: 'before' };
export const UNHEARD: FaultKind = { drop: 'after' };

/** Recipient n. Its ending is none of those that fail to be delivered. */
export const to = (n: number): string => String(77011231000 + n);

/** An item for recipient n, with a text and perhaps more fields. */
export const person = (n: number, more: IDataObject = {}): IDataObject => ({
	...{ to: to(n), text: `Hello ${n}` },
	...more,
});

/** The same for recipients 0, 1, 2 ... */
export const people = (count: number, more: (n: number) => IDataObject = () => ({})) =>
	range(count).map((n) => person(n, more(n)));
