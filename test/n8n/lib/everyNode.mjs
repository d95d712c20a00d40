// Loads every node and credential of the n8n installed beside it, as the editor does when one is used first:
// a package that is missing shows only then. Run with n8n's own Node; takes the folder of n8n.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const n8n = createRequire(join(process.argv[2], 'package.json'));
let loaded = 0;
let failed = 0;
for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
	const file = n8n.resolve(`${name}/package.json`);
	const { n8n: parts } = JSON.parse(readFileSync(file, 'utf8'));
	for (const part of [...parts.nodes, ...parts.credentials]) {
		try {
			n8n(join(dirname(file), part));
			loaded += 1;
		} catch (error) {
			failed += 1;
			console.error(`${name}/${part}: ${error.message.split('\n')[0]}`);
		}
	}
}
console.log(`${loaded} parts of n8n loaded, ${failed} failed`);
process.exit(failed === 0 && loaded > 0 ? 0 : 1);
