import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pages } from './pages.mts';

const FILES = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'examples/README.md',
	...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

it('documents every operation and parameter as the nodes show them', async () => {
	for (const [file, text] of await pages()) {
		// `npm run docs` writes them anew.
		expect({ file, text: existsSync(file) && readFileSync(file, 'utf8') }).toEqual({ file, text });
	}
});

it.each(FILES)('%s links only to what exists', (file) => {
	const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
	const broken = links.filter(
		(link) => !/^https?:/.test(link) && !existsSync(join(dirname(file), link)),
	);
	expect(broken).toEqual([]);
});
