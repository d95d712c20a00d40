import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as luxon from 'luxon';
import * as n8nWorkflow from 'n8n-workflow';

/** What the package's code finds around it. */
export interface Surroundings {
	Date: DateConstructor;
	/** A clock that nobody sets. */
	performance: { now: () => number };
	sleep: (ms: number) => Promise<void>;
	/** From 0 up to 1. */
	random: () => number;
	/** As `AbortSignal.timeout`. */
	timeout: (ms: number) => AbortSignal;
}

type Body = (
	exports: Record<string, unknown>,
	require: (name: string) => unknown,
	module: { exports: Record<string, unknown> },
	Date: DateConstructor,
	performance: { now: () => number },
	Math: typeof globalThis.Math,
	AbortSignal: typeof globalThis.AbortSignal,
) => void;

const bodies = new Map<string, Body>();

/** The code of a built file, compiled once. */
function bodyOf(path: string): Body {
	const known = bodies.get(path);
	if (known !== undefined) return known;
	const code = readFileSync(path, 'utf8');
	const body = new Function(
		...['exports', 'require', 'module', 'Date', 'performance', 'Math', 'AbortSignal'],
		`${code}\n//# sourceURL=${path}`,
	) as Body;
	bodies.set(path, body);
	return body;
}

/**
 * Loads a built file of the package, and all that it imports, as a new process does: with nothing in
 * memory of what went before. It may import what n8n allows, and nothing else.
 *
 * @param path below `dist`
 */
export function loadAfresh(
	path: string,
	{ Date, performance, sleep, random, timeout }: Surroundings,
): Record<string, unknown> {
	const modules = new Map<string, { exports: Record<string, unknown> }>();
	const others: Record<string, unknown> = {
		crypto,
		luxon,
		'n8n-workflow': { ...n8nWorkflow, sleep },
	};
	const math = Object.create(Math, { random: { value: random } }) as typeof Math;
	const signals = Object.create(AbortSignal, { timeout: { value: timeout } }) as typeof AbortSignal;
	const load = (file: string): Record<string, unknown> => {
		const known = modules.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {} };
		modules.set(file, module);
		const require = (name: string): unknown => {
			if (name.startsWith('.')) return load(`${join(dirname(file), name)}.js`);
			if (!(name in others)) throw new Error(`${file} may not import ${name}`);
			return others[name];
		};
		bodyOf(file)(module.exports, require, module, Date, performance, math, signals);
		return module.exports;
	};
	return load(resolve(process.cwd(), 'dist', path));
}
