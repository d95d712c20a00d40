// npm run build && node test/generate.cjs: writes what is made from the built nodes, in docs/ and the output schemas.
// With --check nothing is written, and the exit code is 1 when a file is not what would be written.
// In CommonJS, because tsx loads a source again for each ES module that imports it, and an error class of
// one copy is none of the other's.
require('tsx/cjs');

const { execSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');

const isCheck = process.argv.includes('--check');

/** True when the file holds these bytes already. */
const isCurrent = (file, content) =>
	existsSync(file) && readFileSync(file).equals(Buffer.from(content));

async function main() {
	// A release from a fresh clone lints before it builds.
	if (!existsSync('dist')) execSync('npm run build', { stdio: 'inherit' });
	const pages = await require('./docs/pages.mts').pages();
	const schemas = await require('./schemas/files.mts').files();
	for (const [file, content] of [...pages, ...schemas]) {
		if (isCurrent(file, content)) continue;
		if (isCheck) {
			console.log(`${file} is not what "npm run build && node test/generate.cjs" writes`);
			process.exitCode = 1;
			continue;
		}
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, content);
		console.log(`${file} written`);
		if (schemas.has(file)) console.log('Build again: n8n reads the schemas in dist/');
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
