import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Makes calls of the service as an outsider's client does, `Module/Method` with its parameters. */
export type Caller = (
	method: string,
	params: object,
) => Promise<{ code: number; data: unknown; message: string }>;

/** Says where the client finds the service, and with which key. */
export type Connect = (url: string, apiKey: string) => Caller;

/** Clients whose tests must not be skipped, by their names with commas between: REQUIRED_CLIENTS. */
const REQUIRED = (process.env.REQUIRED_CLIENTS ?? '').split(',').filter(Boolean);
const FOLDER = resolve('test/clients');
const PHP_FOLDER = resolve(FOLDER, 'php');

/**
 * Gets a client that is installed apart from what this package needs.
 *
 * @returns why it cannot be had, where it cannot
 * @throws Error where REQUIRED_CLIENTS names it, so that its test fails instead of being skipped
 */
function obtain(name: string, get: () => Connect): Connect | string {
	try {
		return get();
	} catch (error) {
		if (REQUIRED.includes(name)) throw error;
		return `${name} could not be had: ${String(error).slice(0, 200)}`;
	}
}

/** The names that mobizon-node has for the methods. */
const NAMES: Record<string, string> = {
	'Link/Create': 'createShort',
	'Link/Delete': 'deleteShort',
	'Link/Get': 'getShort',
	'Link/GetStats': 'getStatsShort',
	'Link/List': 'listShort',
	'Link/Update': 'updateShort',
	'Message/GetSMSStatus': 'getSms',
	'Message/List': 'listSms',
	'Message/SendSmsMessage': 'sendSms',
};

/** A client that strangers wrote, `mobizon-node` of npm, which is installed first where it is missing. */
export const mobizonNode = obtain('mobizon-node', () => {
	const options = { cwd: FOLDER, stdio: 'pipe', timeout: 120_000 } as const;
	// npm writes this at the end of an install that went well.
	if (!existsSync(resolve(FOLDER, 'node_modules/.package-lock.json')))
		execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], options);
	const { mobizon } = createRequire(resolve(FOLDER, 'package.json'))('mobizon-node');
	return (apiServer, apiKey) => {
		void mobizon.setConfig({ apiServer, apiKey });
		return async (method, params) => await mobizon[NAMES[method]](params);
	};
});

/** The vendor's own client, `mobizon/mobizon-php`, which composer installs where it is missing. */
export const mobizonPhp = obtain('mobizon-php', () => {
	const options = { cwd: PHP_FOLDER, stdio: 'pipe', timeout: 20_000 } as const;
	execFileSync('php', ['--version'], options);
	if (!existsSync(resolve(PHP_FOLDER, 'vendor/mobizon/mobizon-php')))
		execFileSync('composer', ['install', '--no-interaction', '--no-progress'], options);
	return (url, key) => async (method, params) => {
		// Warnings of a PHP that is newer than the client are no part of its answer.
		const flags = ['-d', 'display_errors=stderr', resolve(PHP_FOLDER, 'call.php')];
		const given = [new URL(url).host, key, ...method.split('/'), JSON.stringify(params)];
		const { stdout } = await promisify(execFile)('php', [...flags, ...given]);
		return JSON.parse(stdout);
	};
});
