import { z } from 'zod';
import { someFreedoms } from '../freedoms/schema.mts';
import { isDate } from '../zone.mts';

const moment = z.enum(['before', 'after']);
const at = z.union([moment, z.strictObject({ late: z.number().nonnegative() })]);
const id = z.coerce.string().regex(/^\d+$/);
const ms = z.number();

const text = z.string().optional();
const whole = z.number().int();
const yes = z.literal(true);
const spoilt = z.strictObject({ at: at.optional() });

const kind = z.union([
	z.strictObject({ delay: ms, at: moment.optional() }),
	z.strictObject({ drop: at }),
	spoilt.extend({ status: whole, body: text, location: text }),
	spoilt.extend({ html: yes }),
	spoilt.extend({ truncated: yes }),
	spoilt.extend({ empty: yes }),
	spoilt.extend({ code: whole, data: z.unknown(), message: text }),
	spoilt.extend({ hang: yes }),
]);

export const fault = z.strictObject({
	method: text,
	after: whole.optional(),
	// JSON has no Infinity, so it may come as text.
	times: z.union([z.number(), z.literal('Infinity').transform(Number)]).optional(),
	kind,
});

const most = z.number().positive();

export const settings = z
	.strictObject({
		dialect: z.enum(['observed', 'documented']),
		rateLimit: z
			.strictObject({
				perSecond: most,
				perMinute: most,
				perHour: most,
				secondLasts: most,
				minuteLasts: most,
				hourLasts: most,
				methods: z.array(z.string()),
			})
			.partial()
			.nullable(),
		listLag: ms,
		statusLag: ms,
		delay: ms,
		workers: whole.nonnegative(),
		seed: whole,
		freedoms: someFreedoms,
	})
	.partial();

const count = whole.positive().default(1);

export const messages = z.strictObject({
	count,
	campaignId: id.optional(),
	from: text,
	to: z.string().regex(/^\d+$/).optional(),
	text: text,
	status: text,
	segNum: whole.optional(),
	groups: text,
	startSendTs: ms.nullable().optional(),
	statusUpdateTs: ms.nullable().optional(),
	createdAt: ms.optional(),
	/** When it is added; without it, at once. */
	addAt: ms.optional(),
});

const flag = whole.min(0).max(1).optional();

export const links = z.strictObject({
	count,
	fullLink: text,
	status: flag,
	moderatorStatus: flag,
	expirationDate: z.string().refine(isDate, 'must be a date YYYY-MM-DD').nullable().optional(),
	comment: text.nullable(),
	moderatorComment: text.nullable(),
	trackingCode: text.nullable(),
	campaignId: id.nullable().optional(),
});

export const status = z.strictObject({
	id,
	status: z.string(),
	at: ms.optional(),
	visibleAt: ms.optional(),
});

export const clicks = z.strictObject({ code: z.string(), count, at: ms.optional() });

export const advance = z.strictObject({ ms: z.number().nonnegative() });

export const since = z.object({ since: z.coerce.number().int().default(0) });
