import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { homepage, repository }: { homepage: string; repository: { url: string } } = JSON.parse(
	readFileSync('package.json', 'utf8'),
);

/** The addresses of the project's own pages in what users install. */
const addresses = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
	)
	.filter((file) => /\.node\.json$|\.credentials\.ts$/.test(file))
	.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/https:\/\/[^'"\s]*\.md\b/g)].map(([url]) => url),
	);

it('the home is said once, in package.json, and all help links lead to pages below it', () => {
	expect(addresses.length).toBeGreaterThan(8);
	const pages = addresses.map((url) => url.replace(`${homepage}/`, ''));
	expect(pages.filter((page) => !existsSync(page))).toEqual([]);
	expect(repository.url).toBe(`git+${homepage}.git`);
});

it('a release without a home is refused in clear words', () => {
	const { status, stderr } = spawnSync('node', ['test/home.mjs'], { encoding: 'utf8' });
	const isSet = !homepage.includes('example.com');
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
