import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that the worked example of CONTRIBUTING.md makes or changes. */
interface Change {
	file: string;
	/** `diff` for a change of lines that are there, any other language for a new file. */
	language: string;
	code: string;
}

const HEADING = '## Adding an operation, step by step';

/** The blocks of code of the worked example, each with the file that is named above it. */
export function changes(): Change[] {
	const [, rest] = readFileSync('CONTRIBUTING.md', 'utf8').split(HEADING);
	const [section] = rest.split(/^## /m);
	let file = '';
	return [...section.matchAll(/^`([^`\s]+)`$|^```(\w+)\n(.*?)^```$/gms)].flatMap(
		([, name, language, code]) => {
			if (name) file = name;
			return name ? [] : [{ file, language, code }];
		},
	);
}

/** @throws Error where the lines that a change begins with do not stand in the file just once */
export function changed(source: string, { file, code }: Change): string {
	const lines = code.trimEnd().split('\n');
	const side = (other: string) =>
		lines
			.filter((line) => line[0] !== other)
			.map((line) => `${line.slice(1)}\n`)
			.join('');
	const [before, after] = [side('+'), side('-')];
	if (source.split(before).length !== 2) throw new Error(`${file} has no such lines:\n${before}`);
	return source.replace(before, () => after);
}

export function apply(root: string): string[] {
	for (const change of changes()) {
		const path = join(root, change.file);
		const isNew = change.language !== 'diff';
		if (isNew === existsSync(path))
			throw new Error(`${change.file} is ${isNew ? '' : 'not '}there`);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, isNew ? change.code : changed(readFileSync(path, 'utf8'), change));
	}
	return [...new Set(changes().map(({ file }) => file))];
}
