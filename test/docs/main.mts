// Writes the generated pages of docs/: `npm run docs`, after a build.
import { writeFileSync } from 'node:fs';

import { pages } from './pages.mts';

for (const [file, text] of await pages()) writeFileSync(file, text);
