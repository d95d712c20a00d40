import { readFileSync } from 'node:fs';

import { pages } from './pages.mts';
import { pictures } from './pictures.mts';

// `npm run docs` writes them anew.
it('shows operations, parameters, errors and times as the nodes have them', async () => {
	for (const [file, text] of await pages()) {
		expect({ file, text: readFileSync(file, 'utf8') }).toEqual({ file, text });
	}
});

it('shows the chart as the node draws it', () => {
	for (const [file, bytes] of pictures()) {
		expect(readFileSync(file).equals(bytes)).toBe(true);
	}
});
