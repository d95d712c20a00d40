// `npm run bench`: what the nodes cost, beside n8n's own and a bare client.
import { cpus } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../lib/machine.mts';
import { conduct, numberOption, options, words } from '../lib/run.mts';
import { CASES } from './cases.mts';
import { startN8n } from './lib/n8n.mts';
import { startService } from './lib/service.mts';
import { measure, prepare, type Outcome, weigh } from './measure.mts';
import { measureProduction } from './production/index.mts';
import { inShort, productionTable, table } from './report.mts';

const { only } = options;
const repeats = numberOption('repeats', 3);
const isAlone = words[0] === 'production';
if (isAlone) words.shift();
const versionOf = (name: string, folder = ROOT): string =>
	createRequire(join(folder, 'package.json'))(`${name}/package.json`).version;
const processors = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`;
const node = `Node ${process.versions.node}`;

/** Its columns as wide as their widest cell: it also reads well in a terminal. */
const show = async (markdown: string): Promise<void> =>
	console.log(`\n${await format(markdown, { parser: 'markdown' })}`);

conduct(async (run) => {
	if (!(repeats >= 1)) throw new Error('--repeats takes a number from 1');
	const cases = CASES.filter((each) => `${each.name}, ${each.service.name}`.includes(only));
	if (!isAlone && cases.length === 0) throw new Error(`No case has "${only}" in its name`);
	if (isAlone || only === '') {
		const { rows, lags } = await measureProduction(run, only);
		const about = `${node}, n8n ${versionOf('n8n', join(ROOT, 'test', 'n8n'))}, ${processors}.`;
		await show(productionTable(rows, lags, about));
	}
	if (isAlone) return;
	const remote = await startService();
	run.undo(remote.stop);
	// n8n-core writes a key there, and the folder of who runs this is not its business.
	process.env.N8N_USER_FOLDER = await run.folder();
	const n8n = await startN8n(remote.url);
	const outcomes: Outcome[] = [];
	const heavy = cases.find(({ name }) => name === 'Return All');
	const memory = heavy && (await weigh((await prepare(remote, n8n, heavy)).job));
	for (const given of cases) {
		const outcome = await measure(remote, n8n, given, repeats);
		outcomes.push(outcome);
		console.log(inShort(outcome));
	}
	const about = `${node}, n8n-core ${versionOf('n8n-core')}, ${processors}; median of ${repeats} where a run is short.`;
	await show(table(outcomes, memory, about));
});
