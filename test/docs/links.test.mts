import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { anchors, localLinks, markdownFiles } from './markdown.mts';

const FILES = markdownFiles();

it('finds the pages', () => {
	expect(FILES).toEqual(
		expect.arrayContaining(['README.md', 'docs/errors.md', 'test/n8n/README.md']),
	);
});

it.each(FILES)('%s links only to files and headings that exist', (page) => {
	const broken = localLinks(page).filter(
		({ file, heading }) =>
			!existsSync(file) || (heading !== undefined && !anchors(file).includes(heading)),
	);
	expect(broken).toEqual([]);
});

it('README leads to everything in docs', () => {
	const reached = new Set(['README.md']);
	// A set that grows while it is walked: pages that are found are searched in turn.
	for (const page of reached) {
		if (!page.endsWith('.md') || !existsSync(page)) continue;
		for (const { file } of localLinks(page)) reached.add(file);
	}
	const inDocs = readdirSync('docs', { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	expect(inDocs.length).toBeGreaterThan(10);
	expect(inDocs.filter((file) => !reached.has(file))).toEqual([]);
});
