import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../lib/paths.mts';

const FILE = join(ROOT, 'docs', 'benchmarks.md');
const [BEGIN, END] = ['<!-- tables: begin -->', '<!-- tables: end -->'];

/** Puts the tables between the marks in docs/benchmarks.md. @throws Error when the marks are not there */
export function writeDocument(tables: string): void {
	const text = readFileSync(FILE, 'utf8');
	const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`${FILE} has lost its marks ${BEGIN} ${END}`);
	const before = text.slice(0, begin + BEGIN.length);
	writeFileSync(FILE, `${before}\n\n${tables}\n\n${text.slice(end)}`);
}
