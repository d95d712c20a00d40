import fc from 'fast-check';

import type { FaultKind } from '../../service/index.mts';

/** What happens to one send call, in the order of the calls for an item. */
export const FAULTS: Readonly<Record<string, FaultKind>> = {
	none: { delay: 0 },
	slow: { delay: 60 },
	refusedValue: { code: 1, data: { recipient: ['Invalid'] } },
	refusedFunds: { code: 15, message: 'Not enough money' },
	refusedLocked: { code: 10 },
	tooOften: { code: 30 },
	undecided: { code: 3 },
	undecidedButSent: { status: 200, at: 'after', body: '{"code":999,"data":null,"message":""}' },
	noMessageId: {
		status: 200,
		at: 'before',
		body: '{"code":0,"data":{"campaignId":"1"},"message":""}',
	},
	dropBefore: { drop: 'before' },
	dropAfter: { drop: 'after' },
	status502: { status: 502, at: 'before' },
	status504ButSent: { status: 504, at: 'after' },
	htmlButSent: { html: true, at: 'after' },
	truncatedButSent: { truncated: true, at: 'after' },
	emptyBefore: { empty: true, at: 'before' },
};

/** Outcomes after which nobody can know from the answer alone whether the message was sent. */
export const UNKNOWN = new Set([
	'undecided',
	'undecidedButSent',
	'dropBefore',
	'dropAfter',
	'status502',
	'status504ButSent',
	'htmlButSent',
	'truncatedButSent',
	'emptyBefore',
]);

export interface ScenarioItem {
	/** Items with the same number have the same recipient and the same text. */
	person: number;
	/** Written as a spreadsheet might; 'bad' is no number at all. */
	form: 'plain' | 'plus' | 'spaced' | 'bad';
	key: number | null;
	/** What meets the first, second ... call for this person. */
	faults: string[];
}

const fault = fc.oneof(
	{ weight: 14, arbitrary: fc.constant('none') },
	{ weight: 10, arbitrary: fc.constantFrom(...Object.keys(FAULTS)) },
);

const item = (size: number): fc.Arbitrary<ScenarioItem> =>
	fc.record({
		// Few persons more than items: some messages are meant twice.
		person: fc.nat({ max: size * 8 }),
		form: fc.oneof(
			{
				weight: 80,
				arbitrary: fc.constantFrom('plain' as const, 'plus' as const, 'spaced' as const),
			},
			{ weight: 1, arbitrary: fc.constant('bad' as const) },
		),
		key: fc.option(fc.nat({ max: size * 4 }), { freq: 2 }),
		faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	});

/** One workflow with one send node, and the trouble that it meets. */
export const scenario = fc.integer({ min: 1, max: 60 }).chain((size) =>
	fc.record({
		items: fc.array(item(size), { minLength: size, maxLength: size }),
		onError: fc.constantFrom(
			'stopWorkflow' as const,
			'stopWorkflow' as const,
			'continueRegularOutput' as const,
			'continueErrorOutput' as const,
		),
		/** Retry On Fail: how often the node is run in all. */
		maxTries: fc.integer({ min: 1, max: 5 }),
		/** The execution is retried by hand so often, after it failed or was stopped. */
		executions: fc.integer({ min: 1, max: 3 }),
		/** ms after which the user stops the first execution. */
		cancelAfter: fc.option(fc.integer({ min: 5, max: 400 }), { freq: 6 }),
		maxConcurrent: fc.integer({ min: 1, max: 10 }),
		/**
		 * ms after which an accepted message shows in the list: at once, at a later look-up (the last
		 * one is after 1550 ms, see `faultModel`), in a later try or execution, or never.
		 */
		listLag: fc.constantFrom(0, 0, 30, 250, 2500, 60_000),
		rateLimit: fc.option(fc.integer({ min: 10, max: 60 }), { freq: 5 }),
		dialect: fc.constantFrom('observed' as const, 'documented' as const),
	}),
);

export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
