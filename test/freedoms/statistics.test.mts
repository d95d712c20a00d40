import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { fromItem, NOON } from '../engine/lib/harness.mts';
import type { CallRecord, Freedoms, LocalService, StoredLink } from '../service/index.mts';
import { countByLabel, labelsOf, periodOf, TYPES } from '../service/methods/link/period.mts';
import {
	addLinks,
	hasTwin,
	idOf,
	isExcused,
	knownLink,
	locate,
	namedLinks,
} from './lib/account.mts';
import type { Conditions } from './lib/lane.mts';
import { properties } from './lib/property.mts';

const property = properties();

const FREEDOMS = [
	...(['statsUnknown', 'statsAscending', 'statsGaps', 'statsTotalsOff', 'statsTotals'] as const),
	...(['statsForm', 'queuedShare', 'listForm', 'unreadableList', 'oddReads'] as const),
	...(['oddReadsAre', 'softDeletion', 'idForm', 'codesAnyCase'] as const),
	...(['shortLinkForm', 'shortLinkMatch'] as const),
];

const HOUR = 3_600_000;
const LONGEST_HOURS = { monthly: 26_280, daily: 2_160, hourly: 168, minute: 3 };

type Count = number | null;

/** What a figure may be: the true one, and null where the service gave none. */
const fits = (given: unknown, truth: Count, mayLack: boolean): boolean =>
	given === truth || (mayLack && given === null);

interface Truth {
	label: string;
	clicks: number;
	redirects: number;
}

/** Each window that was asked for the link, in order, with what the store counts in it. */
function truthOf(service: LocalService, calls: CallRecord[], link: StoredLink | undefined) {
	const { store } = service;
	const asked = calls.map(({ params }) => params as { type: string; criteria?: object });
	const spans = new Map(asked.map((call) => [JSON.stringify(call.criteria ?? {}), call.type]));
	return [...spans]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([criteria, name]) => {
			const type = TYPES[name];
			const period = periodOf(type, store.zone, NOON, JSON.parse(criteria));
			const count = (instants: number[]) => countByLabel(type, store.zone, period, instants);
			const [clicks, redirects] = [count(link?.clicks ?? []), count(link?.redirects ?? [])];
			return labelsOf(type, period).map((label) => ({
				label,
				clicks: clicks.get(label) ?? 0,
				redirects: redirects.get(label) ?? 0,
			}));
		});
}

type Row = Record<string, unknown>;

function wrongRows(rows: Row[], id: string, truth: Truth[], free: Partial<Freedoms>): string[] {
	const { statsGaps = 0, statsForm = 'grid' } = free;
	const periods = rows.map(({ period }) => period);
	const wanted = truth.map(({ label }) => label);
	if (!isDeepStrictEqual(periods, wanted))
		return [`${periods.length} periods instead of ${wanted.length}`];
	const isPlain = statsForm !== 'grid';
	const other = rows.find((row, n) => {
		const { clicks, redirects } = truth[n];
		return !(
			row.linkId === Number(id) &&
			fits(row.clicks, clicks, statsGaps > 0) &&
			(isPlain ? row.redirects === null : fits(row.redirects, redirects, statsGaps > 0))
		);
	});
	return other ? [`not so: ${JSON.stringify(other)}`] : [];
}

function wrongTotals([total]: Row[], windows: Truth[][], conditions: Conditions): string[] {
	const { freedoms, dialect } = conditions;
	const { statsGaps = 0, statsForm = 'grid', statsTotalsOff = 0, listForm = 'asIs' } = freedoms;
	const isFramed = listForm !== 'bare' && listForm !== 'keyed';
	const { statsTotals = 'asIs' } = isFramed ? freedoms : { statsTotals: 'absent' };
	const sumOf = (name: 'clicks' | 'redirects', off: number) =>
		windows.reduce(
			(all, rows) => all + Math.max(0, rows.reduce((sum, row) => sum + row[name], 0) + off),
			0,
		);
	const ownClicks = statsTotals === 'asIs' ? statsTotalsOff : 0;
	const isByLink = statsForm === 'grid' && dialect === 'observed' && statsTotals === 'asIs';
	const mayLack = statsGaps > 0 && statsTotals !== 'asIs';
	// Without rows nothing tells of redirects where the totals do not.
	const lacksRows = freedoms.unreadableList !== undefined && !isByLink;
	const good =
		fits(total.clicks, sumOf('clicks', ownClicks), mayLack) &&
		(statsForm !== 'grid'
			? total.redirects === null
			: fits(
					total.redirects,
					sumOf('redirects', isByLink ? statsTotalsOff : 0),
					statsGaps > 0 || lacksRows,
				));
	return good ? [] : [`${JSON.stringify(total)}, off by ${ownClicks}`];
}

property({
	what: 'Statistics, Get',
	runs: 350,
	freedoms: FREEDOMS,
	draw: {
		...namedLinks,
		output: fc.constantFrom('rows', 'totals'),
		type: fc.constantFrom(...(['monthly', 'daily', 'hourly', 'minute'] as const)),
		/** Of the longest span of one call. */
		span: fc.option(fc.constantFrom(0.02, 0.3, 1, 2.4), { nil: undefined }),
		/** Date From alone: up to the service's own time. */
		isOpen: fc.boolean(),
	},
	prepare: (service, { links }) => addLinks(service, links),
	judge: async (lane, draw) => {
		const { service } = lane;
		const { freedoms } = draw.conditions;
		const hours = (draw.span ?? 0) * LONGEST_HOURS[draw.type];
		const from = NOON - hours * HOUR;
		const dates = {
			...(draw.span !== undefined && { dateFrom: new Date(from).toISOString() }),
			...(draw.span !== undefined && !draw.isOpen && { dateTo: new Date(NOON).toISOString() }),
		};
		const { zone } = service.store;
		const wanted = labelsOf(TYPES[draw.type], { from: zone.at(from), to: zone.at(NOON) });
		const link = fromItem('link');
		const parameters = { link, type: draw.type, output: draw.output, ...dates };
		const items = draw.items.map(({ index, mode }) => ({ link: locate(service, mode, index) }));
		const endings = await lane.run('statistics.get', parameters, items);
		return endings.flatMap((ending, n) => {
			const { index, mode } = draw.items[n];
			const id = idOf(index);
			const link = knownLink(service, freedoms, id);
			// The service may count nothing, or 0, for a link that it does not know.
			const { statsUnknown = 'code2', statsGaps = 0 } = freedoms;
			if ('failed' in ending) {
				const mayLackAll = statsGaps > 0 && ending.failed.includes('counts nothing');
				const isTwin = mode !== 'id' && hasTwin(service, freedoms, index);
				const mayFail = !link || isExcused(service) || mayLackAll || isTwin;
				return mayFail ? [] : [`failed: ${ending.failed}`];
			}
			if (!link && (statsUnknown === 'code2' || mode !== 'id'))
				return [`made of nothing: ${JSON.stringify(ending)}`];
			const asked = lane
				.calls('Link/GetStats')
				.filter(({ params }) => (params as { ids: string[] }).ids.includes(id));
			const windows = truthOf(service, asked, link);
			const truth = windows.flat();
			const labels = truth.map(({ label }) => label).slice(0, wanted.length);
			if (draw.span !== undefined && !isDeepStrictEqual(labels, wanted))
				return [`asked for ${labels.length} of ${wanted.length} periods`];
			// Whatever was asked for: each click of the span is in one window.
			const clicks = link?.clicks.filter((at) => at >= Math.trunc(from)).length ?? 0;
			const counted = truth.reduce((all, row) => all + row.clicks, 0);
			if (draw.span !== undefined && counted !== clicks)
				return [`asked for ${counted} of ${clicks} clicks`];
			// Without an end the answer goes on into the future; of that so much comes out as clocks may differ.
			const most = draw.isOpen ? Math.max(wanted.length, Object(ending.outputs).length) : Infinity;
			const free = link ? freedoms : { ...freedoms, statsGaps: 1 };
			return draw.output === 'rows'
				? wrongRows(ending.outputs, id, truth.slice(0, most), free)
				: wrongTotals(ending.outputs, windows, { ...draw.conditions, freedoms: free });
		});
	},
});
