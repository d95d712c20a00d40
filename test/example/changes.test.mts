import { existsSync, readFileSync } from 'node:fs';

import { changed, changes } from './changes.mts';

it.each(changes())('the worked example fits to $file', (change) => {
	if (change.language === 'diff') {
		const source = readFileSync(change.file, 'utf8');
		expect(changed(source, change)).not.toBe(source);
	} else expect(existsSync(change.file)).toBe(false);
});

it('names six places', () => {
	const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
	expect(contributing.match(/^\*\*\d\. /gm)).toEqual(
		['1', '2', '3', '4', '5', '6'].map((n) => `**${n}. `),
	);
	// The method of the local service has a line in the list of methods.
	expect(new Set(changes().map(({ file }) => file)).size).toBe(7);
});
