import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { obtain } from './required.mts';

const FOLDER = resolve('test/clients/php');

/** What the client says of an answer. */
export interface Answer {
	/** True for codes 0 and 100. */
	accepted: boolean;
	code: number;
	data: unknown;
	message: string;
}

/** Makes one call of the service, `Module/Method`, to a server such as 127.0.0.1:8765. */
export type Caller = (
	server: string,
	key: string,
	method: string,
	params: object,
) => Promise<Answer>;

/**
 * The vendor's own client, `mobizon/mobizon-php`, which composer installs where it is missing.
 *
 * @returns why not, where PHP, composer or the package cannot be had
 */
export const mobizonPhp = (): Caller | string =>
	obtain('mobizon-php', () => {
		const options = { cwd: FOLDER, stdio: 'pipe' } as const;
		execFileSync('php', ['--version'], options);
		if (!existsSync(resolve(FOLDER, 'vendor/mobizon/mobizon-php')))
			execFileSync('composer', ['install', '--no-interaction', '--no-progress'], {
				...options,
				timeout: 20_000,
			});
		return call;
	});

const call: Caller = async (server, key, method, params) => {
	const [module, name] = method.split('/');
	// Warnings of a PHP that is newer than the client are no part of its answer.
	const flags = ['-d', 'display_errors=stderr', resolve(FOLDER, 'call.php')];
	const { stdout } = await promisify(execFile)('php', [
		...flags,
		...[server, key, module, name, JSON.stringify(params)],
	]);
	return JSON.parse(stdout) as Answer;
};
