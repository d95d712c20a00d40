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

/** The imports that lead from a file back to it, if any do. */
function circleFrom(start: string): string[] {
	const seen = new Set<string>();
	const search = (file: string, way: string[]): string[] => {
		for (const target of imports.get(file) ?? []) {
			if (target === start) return [...way, target];
			if (seen.has(target)) continue;
			seen.add(target);
			const found = search(target, [...way, target]);
			if (found.length > 0) return found;
		}
		return [];
	};
	return search(start, [start]);
}

it('no file imports itself by way of others', () => {
	expect(files.map(circleFrom).filter((circle) => circle.length > 0)).toEqual([]);
});

it('an operation is one file and its place in the list: no other code names it', () => {
	const naming = files.filter((file) => readFileSync(file, 'utf8').includes('getLinks'));
	expect(naming.sort()).toEqual(['nodes/Link/Link.node.ts', 'nodes/Link/campaign/getLinks.ts']);
});
