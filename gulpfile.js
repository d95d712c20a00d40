const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

// What the compiler leaves behind: icons, codex files and output schemas belong next to the built nodes.
const assetsOf = (folder) => () =>
	src([`${folder}/**/*.svg`, `${folder}/**/*.node.json`, `${folder}/**/__schema__/**/*.json`], {
		base: '.',
		allowEmpty: true,
	}).pipe(dest('dist'));

// Until package.json names a home, nothing in the editor links to its placeholder.
const links = async () => {
	const { homepage } = JSON.parse(await readFile('package.json', 'utf8'));
	if (!homepage.startsWith('https://example.com/')) return;
	for (const name of await readdir('dist', { recursive: true })) {
		if (!/\.node\.json$|\.credentials\.js$/.test(name)) continue;
		const file = join('dist', name);
		const text = await readFile(file, 'utf8');
		if (name.endsWith('.js')) {
			await writeFile(file, text.replaceAll(/'https:\/\/example\.com\/[^']*\.md'/g, "''"));
		} else {
			// n8n ignores a codex without "resources", and with it the words that the node is found by.
			const codex = { ...JSON.parse(text), resources: {} };
			await writeFile(file, `${JSON.stringify(codex, null, '\t')}\n`);
		}
	}
};

const clean = async () => await rm('dist', { recursive: true, force: true });

exports.clean = clean;
exports.assets = series(parallel(assetsOf('nodes'), assetsOf('credentials')), links);
