import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installPackages } from '../lib/debian.mts';

const PACKAGES = ['redis-server', 'postgresql'];
/** Debian keeps the programs of each version of PostgreSQL apart. */
const VERSIONS = '/usr/lib/postgresql';

/** Where a program is; undefined where it is not installed. */
async function find(program: string): Promise<string | undefined> {
	const versions = existsSync(VERSIONS) ? await readdir(VERSIONS) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...newestFirst.map((version) => join(VERSIONS, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/**
 * Finds programs of Redis and PostgreSQL; installs Debian's packages where one is missing.
 * Throws with what to do where that is not possible.
 */
export async function programs<T extends string>(...names: T[]): Promise<Record<T, string>> {
	const found = async () => Promise.all(names.map(async (name) => [name, await find(name)]));
	const isMissing = ([, path]: Array<string | undefined>) => path === undefined;
	if ((await found()).some(isMissing)) await installPackages(PACKAGES);
	const missing = (await found()).filter(isMissing).map(([name]) => name);
	if (missing.length > 0) throw new Error(`Not found: ${missing.join(', ')}`);
	return Object.fromEntries(await found());
}
