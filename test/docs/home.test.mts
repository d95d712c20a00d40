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
