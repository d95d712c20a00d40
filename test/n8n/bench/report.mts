import type { Figure, Outcome, Memory } from './measure.mts';
import type { Cost, Row } from './production/crowds.mts';
import type { Lag } from './production/index.mts';

const count = (value: number) => value.toLocaleString('en-US');
const ms = (value: number) => count(Math.round(value));
const ratio = (a: number, b: number) => (a / b).toFixed(2);
const both = ({ ours, others }: Outcome, of: (figure: Figure) => number) =>
	`${count(of(ours))} / ${count(of(others))}`;

const COLUMNS: Array<[head: string, cell: (outcome: Outcome) => string]> = [
	['job', ({ given }) => `${given.name} (${count(given.count)})`],
	['service', ({ given: { service } }) => `${service.name}, ${service.delay} ms`],
	['this node, ms', ({ ours }) => ms(ours.ms)],
	['bare client, ms', ({ bare }) => ms(bare)],
	["n8n's nodes, ms", ({ others }) => ms(others.ms)],
	['node / bare', ({ ours, bare }) => ratio(ours.ms, bare)],
	["n8n's / node", ({ ours, others }) => ratio(others.ms, ours.ms)],
	['CPU, ms', (outcome) => both(outcome, ({ cpu }) => Math.round(cpu))],
	['calls', (outcome) => both(outcome, ({ calls }) => calls)],
	['refused', (outcome) => both(outcome, ({ refused }) => refused)],
	['lost', (outcome) => both(outcome, ({ lost }) => lost)],
];

export const inShort = (outcome: Outcome): string =>
	COLUMNS.map(([head, cell]) => `${head}: ${cell(outcome)}`).join('; ');

/** A Markdown table. @param names columns of words */
function tableOf<T>(
	columns: Array<[head: string, cell: (row: T) => string]>,
	list: T[],
	names: number,
): string {
	const heads = columns.map(([head]) => head);
	const rule = columns.map((_, n) => (n < names ? '---' : '--:'));
	const rows = list.map((row) => columns.map(([, cell]) => cell(row)));
	return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function table(outcomes: Outcome[], memory: Memory | undefined, about: string): string {
	const weight =
		memory &&
		`Memory of Return All: the result takes ${ms(memory.result)} MB, the peak is ${ratio(memory.peak, memory.result)} times that.`;
	return [about, tableOf(COLUMNS, outcomes, 2), weight].filter(Boolean).join('\n\n');
}

/** One figure of all ways, and how many times that of the HTTP Request node it is. */
const compared =
	(of: (cost: Cost) => number) =>
	({ costs }: Row): string => {
		const values = costs.map(of);
		const times = values.slice(1).map((value) => ratio(value, values[0]));
		return `${values.map(ms).join(' / ')} (${times.join(', ')})`;
	};

const PRODUCTION: Array<[head: string, cell: (row: Row) => string]> = [
	['n8n', ({ system }) => system],
	['sent before', ({ hasHistory }) => (hasHistory ? 'much' : 'nothing')],
	['at once', ({ atOnce }) => count(atOnce)],
	['p50, ms', compared(({ p50 }) => p50)],
	['p95, ms', compared(({ p95 }) => p95)],
	['CPU, ms', compared(({ cpu }) => cpu)],
	['written, KB', compared(({ written }) => written / 1000)],
	['failed', ({ costs }) => costs.map(({ failed }) => failed).join(' / ')],
];

export function productionTable(rows: Row[], lags: Lag[], about: string): string {
	const lag = lags.map(
		({ system, median, longest }) => `${system}: ${ms(median)} ms (at most ${ms(longest)})`,
	);
	const lines = [
		about,
		tableOf(PRODUCTION, rows, 2),
		`From the poll that was due after a change of status until its workflow began: ${lag.join('; ')}.`,
	];
	return lines.join('\n\n');
}
