import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that are installed or built. */
const FOREIGN = ['node_modules', 'dist'];

export const markdownFiles = (folder = '.'): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			return entry.name.startsWith('.') || FOREIGN.includes(entry.name) ? [] : markdownFiles(path);
		}
		return entry.name.endsWith('.md') ? [path] : [];
	});

/** The text of a page without its blocks of code. */
const prose = (file: string): string => readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '');

/** The links and pictures of a page that stay in the repository: a path from the root, and perhaps a heading. */
export const localLinks = (page: string): Array<{ file: string; heading: string | undefined }> =>
	[...prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, written]) => {
		const [path, heading] = written.split('#');
		return { file: path === '' ? page : join(dirname(page), path), heading };
	});

/** The names under which the headings of a page can be linked to, as GitHub makes them. */
export const anchors = (page: string): string[] =>
	[...prose(page).matchAll(/^#+ (.+)$/gm)]
		.map(([, title]) =>
			title
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, '')
				.replace(/\s/g, '-'),
		)
		.map((name, i, all) => {
			const before = all.slice(0, i).filter((other) => other === name).length;
			return before === 0 ? name : `${name}-${before}`;
		});

export const tableRows = (page: string): string[][] =>
	[...prose(page).matchAll(/^\|(.+)\|$/gm)]
		.map(([, row]) => row.split('|').map((cell) => cell.trim()))
		.filter(([first]) => !/^-+$/.test(first));

export function table(head: string[], rows: string[][]): string {
	const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Puts a generated part into a page, between the comment that names it and the next `<!-- end -->`.
 *
 * @throws Error where the page has no place for it
 */
export function fill(page: string, name: string, part: string): string {
	const [before, rest] = page.split(`<!-- generated: ${name} -->`);
	const end = rest?.indexOf('<!-- end -->') ?? -1;
	if (end < 0) throw new Error(`no place for "${name}"`);
	return `${before}<!-- generated: ${name} -->\n\n${part}\n\n${rest.slice(end)}`;
}
