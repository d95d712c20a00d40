// `npm run e2e -- older`: the example workflows in older versions of n8n.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installInto } from '../lib/package.mts';
import { ROOT } from '../lib/machine.mts';
import { conduct, type Run } from '../lib/run.mts';
import { playExamples } from '../examples/index.mts';

/** Folders beside this file, each with the lockfile of one n8n. */
const VERSIONS = ['1.x', '2.0'];

interface Need {
	/** The first n8n that has it. */
	n8n: string;
	uses: string;
	files: string[];
}

/** The examples that use something of n8n that not every version has. */
const NEEDS: Need[] = [
	{
		n8n: '2.3',
		uses: 'the Data Table node that can create a table',
		files: [
			'abandoned-cart.json',
			'delivery-results-to-data-table.json',
			'failed-sms-goes-as-email.json',
			'monday-campaign.json',
			'one-time-password.json',
			'opt-out-by-link.json',
			'sms-to-each-row-of-a-file.json',
		],
	},
	{
		n8n: '2.14',
		uses: 'version 1.3 of the Chat node, which asks a person before an AI tool is used',
		files: ['ai-agent-asks-before-sending.json', 'ai-agent-asks-by-sms.json'],
	},
	{
		n8n: '2.41',
		uses: 'an MCP server, which was tried in this one only',
		files: ['mcp-server.json'],
	},
];

async function play(run: Run, folder: string, userFolder: string): Promise<void> {
	const n8nDir = join(ROOT, 'test', 'n8n', 'older', folder, 'node_modules', 'n8n');
	const { version } = JSON.parse(await readFile(join(n8nDir, 'package.json'), 'utf8'));
	const service = await run.service();
	// An n8n does not start when it is to leave out a module that it does not know yet.
	// Its night is that of the account.
	const env = { N8N_DISABLED_MODULES: '', GENERIC_TIMEZONE: service.timezone };
	const name = `n8n ${version}`;
	const n8n = await run.n8n({ name, userFolder, n8nDir, env });
	const left = NEEDS.filter((need) => {
		return version.localeCompare(need.n8n, 'en', { numeric: true }) < 0;
	});
	await playExamples(
		n8n.url,
		service,
		(title, work) => run.checks.check(`${name}: ${title}`, work),
		(file) => !left.some(({ files }) => files.includes(file)),
	);
	for (const { files, n8n, uses } of left) {
		console.log(`not run in ${name}: ${files.join(', ')} (needs n8n ${n8n}, for ${uses})`);
	}
	// Two at a time would be more than a small machine holds.
	await n8n.end();
}

conduct(async (run) => {
	const userFolders: string[] = [];
	while (userFolders.length < VERSIONS.length) userFolders.push(await run.folder());
	await installInto(userFolders);
	for (const [i, version] of VERSIONS.entries()) await play(run, version, userFolders[i]);
});
