import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchors, localLinks, markdownFiles } from './markdown.mts';
import { spawnSync } from 'node:child_process';

it.each(markdownFiles())('%s links only to files and headings that exist', (page) => {
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

const { homepage, repository }: { homepage: string; repository: { url: string } } = JSON.parse(
	readFileSync('package.json', 'utf8'),
);

const isSet = !homepage.includes('example.com');

/** The addresses of the project's own pages in the sources, or in what users install. */
function addressesOf(root: string): string[] {
	return ['nodes', 'credentials']
		.flatMap((name) => {
			const folder = join(root, name);
			return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f));
		})
		.filter((file) => /\.node\.json$|\.credentials\.[jt]s$/.test(file))
		.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(/https:\/\/[^'"\s]*\.md\b/g)].map(([url]) => url),
		);
}

it('the home is said once, in package.json, and all help links lead to pages below it', () => {
	const addresses = addressesOf('.');
	expect(addresses.length).toBeGreaterThan(8);
	const below = homepage.startsWith('https://github.com/')
		? `${homepage}/blob/main/`
		: `${homepage}/`;
	expect(addresses.filter((url) => !existsSync(url.replace(below, '')))).toEqual([]);
	expect(repository.url).toBe(`git+${homepage}.git`);
});

it('without a home, what is built links nowhere', () => {
	expect(addressesOf('dist')).toEqual(isSet ? addressesOf('.') : []);
});

it('a release without a home is refused in clear words', () => {
	const { status, stderr } = spawnSync('node', ['test/home.mjs'], { encoding: 'utf8' });
	expect(status).toBe(isSet ? 0 : 1);
	expect(stderr).toContain(isSet ? '' : 'homepage, repository.url, author.email of package.json');
});

it('actions are pinned to commits, and only the job that publishes may speak to npm', () => {
	const folder = join('.github', 'workflows');
	const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
	const used = all.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action));
	expect(used.filter((action) => !/^[\w/-]+@[\da-f]{40} # v[\d.]+$/.test(action))).toEqual([]);
	const [before, publish] = readFileSync(join(folder, 'publish.yml'), 'utf8').split('  publish:\n');
	expect(before).not.toContain('id-token');
	expect(publish).toContain('id-token: write');
	expect(publish).not.toMatch(/checkout|npm (ci|cit|install|run)|npx/);
});
