import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
