import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that are installed or built. */
const FOREIGN = ['node_modules', 'dist'];

/** All Markdown files of the repository, as paths from its root. */
export function markdownFiles(folder = '.'): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			return entry.name.startsWith('.') || FOREIGN.includes(entry.name) ? [] : markdownFiles(path);
		}
		return entry.name.endsWith('.md') ? [path] : [];
	});
}

/** The text of a page without its blocks of code. */
const prose = (file: string): string => readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '');

export interface Link {
	/** As it is written. */
	written: string;
	/** Path of the file from the root; the page's own for a link within it. */
	file: string;
	/** Undefined for a link to the whole file. */
	heading: string | undefined;
}

/** The links and pictures of a page that stay in the repository. */
export function localLinks(page: string): Link[] {
	const targets = [...prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
		([, target]) => target,
	);
	return targets.map((written) => {
		const [path, heading] = written.split('#');
		return { written, file: path === '' ? page : join(dirname(page), path), heading };
	});
}

/** The names under which the headings of a page can be linked to, as GitHub makes them. */
export function anchors(page: string): string[] {
	const seen = new Map<string, number>();
	return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) => {
		const name = title
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-');
		const before = seen.get(name) ?? 0;
		seen.set(name, before + 1);
		return before === 0 ? name : `${name}-${before}`;
	});
}

/** Rows of all tables of a page, cell by cell, without heads and rules. */
export const tableRows = (page: string): string[][] =>
	[...prose(page).matchAll(/^\|(.+)\|$/gm)]
		.map(([, row]) => row.split('|').map((cell) => cell.trim()))
		.filter(([first]) => !/^-+$/.test(first));
