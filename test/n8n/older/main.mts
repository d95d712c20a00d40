// `npm run e2e -- older`: the example workflows in older versions of n8n.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../lib/machine.mts';
import { conduct, type Run } from '../lib/run.mts';
import { NIGHT, playExamples } from '../examples/index.mts';

/** Folders beside this file, each with the lockfile of one n8n. */
const VERSIONS = ['1.x', '2.0'];

/** Nodes of the examples that not every version has, each with the first n8n that has it. */
const NEEDS = [
	{ node: 'dataTable', n8n: '2.3', uses: 'the Data Table node that can create a table' },
	{ node: 'chat', n8n: '2.14', uses: 'the Chat node that asks a person before an AI tool is used' },
	{ node: 'mcpTrigger', n8n: '2.41', uses: 'an MCP server, which was tried in this one only' },
];

async function play(run: Run, folder: string): Promise<void> {
	const n8nDir = join(ROOT, 'test', 'n8n', 'older', folder, 'node_modules', 'n8n');
	const { version } = JSON.parse(await readFile(join(n8nDir, 'package.json'), 'utf8'));
	// An n8n does not start when it is to leave out a module that it does not know yet.
	const env = { ...NIGHT, N8N_DISABLED_MODULES: '' };
	const name = `n8n ${version}`;
	const { n8n, service } = await run.product({ name, n8nDir, env });
	const tooNew = NEEDS.filter((need) => {
		return version.localeCompare(need.n8n, 'en', { numeric: true }) < 0;
	});
	const part = (title: string, work: () => Promise<void>) =>
		run.checks.check(`${name}: ${title}`, work);
	await playExamples(n8n.url, service, part, ({ name: example, nodes }) => {
		const lacking = tooNew.find(({ node }) => nodes.some(({ type }) => type.endsWith(`.${node}`)));
		if (lacking)
			console.log(`not run in ${name}: ${example} (needs ${lacking.n8n}, for ${lacking.uses})`);
		return lacking === undefined;
	});
	// Two at a time would be more than a small machine holds.
	await n8n.end();
}

conduct(async (run) => {
	for (const version of VERSIONS) await play(run, version);
});
