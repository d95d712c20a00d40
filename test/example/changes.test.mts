import { existsSync, readFileSync } from 'node:fs';

import { changed, changes } from './changes.mts';

it.each(changes())('the worked example fits to $file', (change) => {
	if (change.language === 'diff') {
		const source = readFileSync(change.file, 'utf8');
		expect(changed(source, change)).not.toBe(source);
	} else expect(existsSync(change.file)).toBe(false);
});
