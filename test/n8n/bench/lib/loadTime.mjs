// Tells how many ms it takes to load files into a process that has n8n-workflow already, as n8n has.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, ...files] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
require('n8n-workflow');
const started = performance.now();
for (const file of files) require(join(folder, file));
console.log(performance.now() - started);
