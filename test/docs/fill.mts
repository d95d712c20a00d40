const END = '<!-- end -->';

/**
 * Puts generated parts into a hand-written page: each between the comment that names it and the next
 * `<!-- end -->`.
 *
 * @throws Error where the page has no place for a part
 */
export function fill(page: string, parts: Readonly<Record<string, () => string>>): string {
	return Object.entries(parts).reduce((text, [name, part]) => {
		const begin = `<!-- generated: ${name} -->`;
		const start = text.indexOf(begin) + begin.length;
		const end = text.indexOf(END, start);
		if (!text.includes(begin) || end < 0) throw new Error(`no place for "${name}"`);
		return `${text.slice(0, start)}\n\n${part()}\n\n${text.slice(end)}`;
	}, page);
}

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text as it may stand in a table. */
export const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
