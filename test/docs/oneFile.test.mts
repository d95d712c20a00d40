import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXAMPLE } from './pages.mts';

const MANIFEST = 'nodes/Link/Link.node.ts';

const sources = ['nodes', 'credentials']
	.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
	.filter(({ name }) => name.endsWith('.ts'))
	.map(({ parentPath, name }) => join(parentPath, name));

it('an operation is one file and its place in the list: no other code names it', () => {
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('getLinks'));
	expect(naming.sort()).toEqual([MANIFEST, EXAMPLE].sort());
});
