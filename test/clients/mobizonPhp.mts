import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { obtain, type Connect } from './required.mts';

const FOLDER = resolve('test/clients/php');

/** The vendor's own client, `mobizon/mobizon-php`, which composer installs where it is missing. */
export const mobizonPhp = () =>
	obtain('mobizon-php', () => {
		const options = { cwd: FOLDER, stdio: 'pipe' } as const;
		execFileSync('php', ['--version'], options);
		if (!existsSync(resolve(FOLDER, 'vendor/mobizon/mobizon-php')))
			execFileSync('composer', ['install', '--no-interaction', '--no-progress'], {
				...options,
				timeout: 20_000,
			});
		return connect;
	});

const connect: Connect = (url, key) => async (method, params) => {
	// Warnings of a PHP that is newer than the client are no part of its answer.
	const flags = ['-d', 'display_errors=stderr', resolve(FOLDER, 'call.php')];
	const given = [new URL(url).host, key, ...method.split('/'), JSON.stringify(params)];
	const { stdout } = await promisify(execFile)('php', [...flags, ...given]);
	return JSON.parse(stdout);
};
