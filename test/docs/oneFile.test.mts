import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXAMPLE } from './pages.mts';

const MANIFEST = 'nodes/Link/Link.node.ts';

/** The lines of the manifest that the page for maintainers says are all it takes. */
const LINES = [
	"import { getLinks } from './campaign/getLinks';",
	'const operations = [create, deleteLink, get, getAll, update, getLinks, getStatistics];',
];

const sources = ['nodes', 'credentials']
	.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
	.filter(({ name }) => name.endsWith('.ts'))
	.map(({ parentPath, name }) => join(parentPath, name));

it('an operation is one file and its place in the list: no other code names it', () => {
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('getLinks'));
	expect(naming.sort()).toEqual([MANIFEST, EXAMPLE].sort());
	const lines = readFileSync(MANIFEST, 'utf8')
		.split('\n')
		.filter((line) => line.includes('getLinks'));
	expect(lines).toEqual(LINES);
});

it('docs/architecture.md shows these lines', () => {
	const page = readFileSync('docs/architecture.md', 'utf8');
	for (const line of LINES) expect(page).toContain(`\n${line}\n`);
});
