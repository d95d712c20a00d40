// Writes the output schemas of the nodes: `npm run schemas`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { files } from './files.mts';

for (const [path, schema] of files()) {
	mkdirSync(dirname(path), { recursive: true });
	const style = await resolveConfig(path);
	writeFileSync(path, await format(JSON.stringify(schema), { ...style, filepath: path }));
}
