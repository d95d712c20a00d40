import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** All sources of the nodes, and what each imports of the others, types included. */
const files = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => join('nodes', file));
const importsOf = (file: string): string[] =>
	ts
		.preProcessFile(readFileSync(file, 'utf8'))
		.importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
		.map(({ fileName }) => `${relative('.', join(dirname(file), fileName))}.ts`);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The rooms, each with those that it may import from. A room may always import from itself. */
const ROOMS: Readonly<Record<string, string[]>> = {
	'nodes/shared/input': [],
	'nodes/shared/api': ['nodes/shared/input'],
	'nodes/shared/fields': ['nodes/shared/input'],
	'nodes/shared/operation': ['nodes/shared/api', 'nodes/shared/input'],
	'nodes/shared/polling': ['nodes/shared/api', 'nodes/shared/input', 'nodes/shared/operation'],
	'nodes/Link': ['nodes/shared'],
	'nodes/Message': ['nodes/shared'],
	'nodes/LinkTrigger': ['nodes/shared', 'nodes/Link'],
	'nodes/MessageTrigger': ['nodes/shared', 'nodes/Message'],
};
const isIn = (file: string, room: string): boolean => file.startsWith(`${room}/`);
const roomOf = (file: string): string | undefined =>
	Object.keys(ROOMS).find((room) => isIn(file, room));

it('reads the imports', () => {
	expect(imports.size).toBeGreaterThan(100);
	expect([...imports.values()].flat().filter((file) => !imports.has(file))).toEqual([]);
});

it('every file is in a room', () => {
	expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

it('no file imports upwards, or from a room beside its own', () => {
	const wrong = [...imports].flatMap(([file, targets]) => {
		const room = roomOf(file) ?? '';
		const allowed = [room, ...(ROOMS[room] ?? [])];
		return targets
			.filter((target) => !allowed.some((other) => isIn(target, other)))
			.map((target) => `${file} imports ${target}`);
	});
	expect(wrong).toEqual([]);
});

/** What a file imports, by way of others, too. */
function reachedFrom(file: string): Set<string> {
	const reached = new Set(imports.get(file));
	// A set that grows while it is walked.
	for (const other of reached) for (const target of imports.get(other) ?? []) reached.add(target);
	return reached;
}

it('no file imports itself by way of others', () => {
	expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
});

it('an operation is one file and its place in the list: no other code names it', () => {
	const naming = files.filter((file) => readFileSync(file, 'utf8').includes('getLinks'));
	expect(naming.sort()).toEqual(['nodes/Link/Link.node.ts', 'nodes/Link/campaign/getLinks.ts']);
});
