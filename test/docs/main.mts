// Writes what is generated in docs/: `npm run docs`, after a build.
import { writeFileSync } from 'node:fs';

import { pages } from './pages.mts';
import { pictures } from './pictures.mts';

for (const [file, content] of [...(await pages()), ...pictures()]) writeFileSync(file, content);
