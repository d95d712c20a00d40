// npm run build && node test/generate.cjs: writes what is made from the built nodes, in docs/ and the output schemas.
// With --check nothing is written, and the exit code is 1 when a file is not what would be written.
// In CommonJS, because tsx loads a source again for each ES module that imports it, and an error class of
// one copy is none of the other's.
require('tsx/cjs');

const { execSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { parseArgs } = require('node:util');

const GENERATORS = {
	docs: () => require('./docs/pages.mts').pages(),
	schemas: () => require('./schemas/files.mts').files(),
};

/** True when the file holds these bytes already. */
function isCurrent(file, content) {
	try {
		return readFileSync(file).equals(Buffer.from(content));
	} catch {
		return false;
	}
}

/** @throws Error for a generator that there is not */
async function main() {
	const { values, positionals } = parseArgs({
		options: { check: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	// A release from a fresh clone lints before it builds.
	if (!existsSync('dist')) execSync('npm run build', { stdio: 'inherit' });
	const names = positionals.length > 0 ? positionals : Object.keys(GENERATORS);
	for (const name of names) {
		if (!Object.hasOwn(GENERATORS, name)) throw new Error(`There is no generator "${name}"`);
		for (const [file, content] of await GENERATORS[name]()) {
			if (isCurrent(file, content)) continue;
			if (values.check) {
				console.log(`${file} is not what "npm run build && node test/generate.cjs ${name}" writes`);
				process.exitCode = 1;
			} else {
				mkdirSync(dirname(file), { recursive: true });
				writeFileSync(file, content);
				console.log(`${file} written`);
				if (name === 'schemas') console.log('Build again: n8n reads the schemas in dist/');
			}
		}
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
