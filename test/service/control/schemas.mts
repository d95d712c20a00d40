import { z } from 'zod';
import { someFreedoms } from '../freedoms/schema.mts';
import { isDate } from '../zone.mts';

const moment = z.enum(['before', 'after']);
const at = z.union([moment, z.strictObject({ late: z.number().nonnegative() })]);
const id = z.coerce.string().regex(/^\d+$/);
const ms = z.number();

const kind = z.union([
	z.strictObject({ delay: ms, at: moment.optional() }),
	z.strictObject({ drop: at }),
	z.strictObject({
		status: z.number().int(),
		at: at.optional(),
		body: z.string().optional(),
		location: z.string().optional(),
	}),
	z.strictObject({ html: z.literal(true), at: at.optional() }),
	z.strictObject({ truncated: z.literal(true), at: at.optional() }),
	z.strictObject({ empty: z.literal(true), at: at.optional() }),
	z.strictObject({
		code: z.number().int(),
		data: z.unknown(),
		message: z.string().optional(),
		at: at.optional(),
	}),
	z.strictObject({ hang: z.literal(true), at: at.optional() }),
]);

export const fault = z.strictObject({
	method: z.string().optional(),
	after: z.number().int().optional(),
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
		workers: z.number().int().nonnegative(),
		seed: z.number().int(),
		freedoms: someFreedoms,
	})
	.partial();

const count = z.number().int().positive().default(1);

export const messages = z.strictObject({
	count,
	campaignId: id.optional(),
	from: z.string().optional(),
	to: z.string().regex(/^\d+$/).optional(),
	text: z.string().optional(),
	status: z.string().optional(),
	segNum: z.number().int().optional(),
	groups: z.string().optional(),
	startSendTs: ms.nullable().optional(),
	statusUpdateTs: ms.nullable().optional(),
	createdAt: ms.optional(),
	/** When it is added; without it, at once. */
	addAt: ms.optional(),
});

export const links = z.strictObject({
	count,
	fullLink: z.string().optional(),
	status: z.number().int().min(0).max(1).optional(),
	moderatorStatus: z.number().int().min(0).max(1).optional(),
	expirationDate: z.string().refine(isDate, 'must be a date YYYY-MM-DD').nullable().optional(),
	comment: z.string().nullable().optional(),
	moderatorComment: z.string().nullable().optional(),
	trackingCode: z.string().nullable().optional(),
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
