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
	timeout: (ms: number) => AbortSignal;
}

/** What a file of the package gets by name. */
const NAMES = ['exports', 'require', 'module', 'Date', 'performance', 'Math', 'AbortSignal'];

type Body = (...around: unknown[]) => void;

const bodies = new Map<string, Body>();

/** The code of a built file, compiled once. */
function bodyOf(path: string): Body {
	const known = bodies.get(path);
	if (known !== undefined) return known;
	const code = readFileSync(path, 'utf8');
	const body = new Function(...NAMES, `${code}\n//# sourceURL=${path}`) as Body;
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
	const n8n = { ...n8nWorkflow, sleep };
	const others: Record<string, unknown> = { crypto, luxon, 'n8n-workflow': n8n };
	const math: unknown = Object.create(Math, { random: { value: random } });
	const limit = (ms: number) => {
		// As Node.js does.
		if (!Number.isInteger(ms)) throw new RangeError(`The value of "delay" is out of range: ${ms}`);
		return timeout(ms);
	};
	const signals: unknown = Object.create(AbortSignal, { timeout: { value: limit } });
	let looks = 1;
	// As of a real clock, what it shows and what lies between two looks has fractions.
	const clock = { now: () => performance.now() + 1 - 1 / looks++ };
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
		bodyOf(file)(module.exports, require, module, Date, clock, math, signals);
		return module.exports;
	};
	return load(resolve(process.cwd(), 'dist', path));
}
