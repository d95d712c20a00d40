import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { obtain, type Caller } from './required.mts';

const FOLDER = resolve('test/clients');

/** The client's own names of the methods. */
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

interface Client {
	[name: string]: (params: object) => ReturnType<Caller>;
}

/** A client that strangers wrote, `mobizon-node` of npm, which is installed first where it is missing. */
export const mobizonNode = () =>
	obtain('mobizon-node', () => {
		const require = createRequire(resolve(FOLDER, 'package.json'));
		if (!existsSync(resolve(FOLDER, 'node_modules/mobizon-node')))
			execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: FOLDER, stdio: 'pipe' });
		const { mobizon } = require('mobizon-node') as { mobizon: Client };
		return (apiServer, apiKey) => {
			void mobizon.setConfig({ apiServer, apiKey });
			return async (method, params) => await mobizon[NAMES[method]](params);
		};
	});
