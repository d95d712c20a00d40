// Whether the package has a home, which is said in one place: package.json. Asked for before a release.
// `node test/home.mjs --write` carries it to the help links of the nodes and the credential.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { homepage, repository, author } = JSON.parse(readFileSync('package.json', 'utf8'));

const missing = Object.entries({
	homepage,
	'repository.url': repository.url,
	'author.email': author.email,
}).filter(([, value]) => /\bexample\.com\b/.test(value));

/** The folder of the pages: on GitHub they are shown below `blob/main`. */
const pages = /^https:\/\/github\.com\//.test(homepage) ? `${homepage}/blob/main` : homepage;

if (process.argv.includes('--write')) {
	for (const folder of ['nodes', 'credentials']) {
		for (const name of readdirSync(folder, { recursive: true })) {
			if (!/\.node\.json$|\.credentials\.ts$/.test(name)) continue;
			const file = join(folder, name);
			const text = readFileSync(file, 'utf8');
			writeFileSync(file, text.replace(/https:\/\/[^'"\s]*(?=\/docs\/\w+\.md\b)/g, pages));
		}
	}
} else if (missing.length > 0) {
	const names = missing.map(([name]) => name).join(', ');
	process.stderr.write(
		`No release: ${names} of package.json still have a placeholder (example.com). ` +
			'Set them, then run "node test/home.mjs --write"; docs/publishing.md says the rest.\n',
	);
	process.exitCode = 1;
}
