/** A Markdown table, its columns as wide as their widest cell: it also reads well in a terminal. */
export function table(head: string[], rows: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((row) => row[column].length), 3),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
	const rule = widths.map((width, column) =>
		column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export const ms = (seconds: number): string =>
	seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : `${count(Math.round(seconds * 1000))} ms`;

export const times = (a: number, b: number): string => {
	const ratio = a / b;
	return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
};

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const count = (value: number): string => value.toLocaleString('en-US');

export const mb = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
