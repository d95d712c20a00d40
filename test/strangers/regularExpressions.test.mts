import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

function expressions(path: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
	return found;
}

/** By the characters that are read alone: on a busy machine any expression takes long by the real clock. */
const LIMIT = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

const verdict = async (expression: string): Promise<string> => {
	const end = expression.lastIndexOf('/');
	const found = await check(expression.slice(1, end), expression.slice(end + 1), LIMIT);
	return found.status === 'vulnerable' ? `vulnerable: ${found.complexity.summary}` : found.status;
};

/** Those that are put together when a file is loaded. */
function made(path: string): string[] {
	const found: string[] = [];
	const construct = (Real: RegExpConstructor, [pattern, flags]: [string, string?]) => {
		found.push(`/${pattern}/${flags ?? ''}`);
		return new Real(pattern, flags);
	};
	const Real = RegExp;
	globalThis.RegExp = new Proxy(Real, { construct });
	try {
		jest.isolateModules(() => void jest.requireActual(resolve(path)));
	} finally {
		globalThis.RegExp = Real;
	}
	return found;
}

test('no regular expression takes longer than in proportion to the text that a stranger writes', async () => {
	const makers = sources.filter((path) => readFileSync(path, 'utf8').includes('new RegExp('));
	const found = new Map<string, string>();
	for (const path of sources) for (const one of expressions(path)) found.set(one, path);
	const written = found.size;
	for (const path of makers) for (const one of made(path)) found.set(one, path);
	expect(written).toBeGreaterThan(50);
	expect(found.size - written).toBeGreaterThanOrEqual(makers.length);
	const judged: [string, string, string][] = [];
	for (const [one, path] of found) judged.push([path, one, await verdict(one)]);
	expect(judged.filter(([, , said]) => said !== 'safe')).toEqual([]);
	expect(await verdict('/\\s+$/')).toMatch(/^vulnerable/);
}, 300_000);
