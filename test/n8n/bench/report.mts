import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../lib/paths.mts';
import type { Figure, Outcome } from './measure.mts';
import type { Memory } from './memory.mts';

const FILE = join(ROOT, 'docs', 'benchmarks.md');
const [BEGIN, END] = ['<!-- table: begin -->', '<!-- table: end -->'];

const count = (value: number) => value.toLocaleString('en-US');
const ms = (value: number) => count(Math.round(value));
const ratio = (a: number, b: number) => (a / b).toFixed(2);
const both = ({ ours, others }: Outcome, of: (figure: Figure) => number) =>
	`${count(of(ours))} / ${count(of(others))}`;

const COLUMNS: Array<[head: string, cell: (outcome: Outcome) => string]> = [
	['job', ({ given }) => `${given.name} (${count(given.count)})`],
	['service', ({ given: { service } }) => `${service.name}, ${service.delay} ms`],
	['this node, ms', ({ ours }) => ms(ours.ms)],
	['bare client, ms (at once)', ({ bare, atOnce }) => `${ms(bare)} (${atOnce ?? 'limit'})`],
	['Edit Fields, ms', ({ floor }) => (floor ? ms(floor) : '')],
	["n8n's nodes, ms", ({ others }) => ms(others.ms)],
	['node / bare', ({ ours, bare }) => ratio(ours.ms, bare)],
	["n8n's / node", ({ ours, others }) => ratio(others.ms, ours.ms)],
	['CPU, ms', (outcome) => both(outcome, ({ cpu }) => Math.round(cpu))],
	['calls', (outcome) => both(outcome, ({ calls }) => calls)],
	['refused', (outcome) => both(outcome, ({ refused }) => refused)],
	['lost', (outcome) => both(outcome, ({ lost }) => lost)],
	['answers slower', ({ ours, others }) => `${ratio(ours.slower, 1)} / ${ratio(others.slower, 1)}`],
];

/** One case in a line, for those who wait for the table. */
export const inShort = (outcome: Outcome): string =>
	COLUMNS.map(([head, cell]) => `${head}: ${cell(outcome)}`).join('; ');

/** A Markdown table, its columns as wide as their widest cell: it also reads well in a terminal. */
export function table(outcomes: Outcome[], memory: Memory | undefined, about: string): string {
	const rows = [
		COLUMNS.map(([head]) => head),
		...outcomes.map((outcome) => COLUMNS.map(([, cell]) => cell(outcome))),
	];
	const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	const line = (cells: string[]) =>
		`| ${cells.map((cell, n) => (n < 2 ? cell.padEnd(widths[n]) : cell.padStart(widths[n]))).join(' | ')} |`;
	const rule = widths.map((width, n) => (n < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
	const weight =
		memory &&
		`Memory of Return All: the result takes ${ms(memory.result)} MB, the peak is ${ratio(memory.peak, memory.result)} times that.`;
	const [head, ...body] = rows.map(line);
	return [about, [head, line(rule), ...body].join('\n'), weight].filter(Boolean).join('\n\n');
}

/** Puts the table between the marks in docs/benchmarks.md. @throws Error when the marks are not there */
export function writeDocument(text: string): void {
	const page = readFileSync(FILE, 'utf8');
	const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`${FILE} has lost its marks ${BEGIN} ${END}`);
	writeFileSync(FILE, `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`);
}
