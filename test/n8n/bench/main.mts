// `npm run bench`: what the nodes cost, beside n8n's own and a bare client.
import { cpus } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '../lib/paths.mts';
import { conduct } from '../lib/run/conduct.mts';
import { CASES } from './cases.mts';
import { startN8n } from './lib/n8n.mts';
import { Remote } from './lib/remote.mts';
import { startService } from './lib/startService.mts';
import { measure, type Outcome } from './measure.mts';
import { memoryOf } from './memory.mts';
import { measureProduction } from './production/index.mts';
import { inShort, productionTable, table, writeDocument } from './report.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		only: { type: 'string', default: '' },
		repeats: { type: 'string', default: '3' },
		markdown: { type: 'boolean', default: false },
		// Read where the package is installed.
		tarball: { type: 'string' },
	},
});
const { only } = values;
const repeats = Number(values.repeats);
const versionOf = (name: string, folder = ROOT): string =>
	createRequire(join(folder, 'package.json'))(`${name}/package.json`).version;
const processors = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`;
const node = `Node ${process.versions.node}`;

function show(name: 'table' | 'production', text: string): void {
	console.log(`\n${text}\n`);
	if (values.markdown) writeDocument(name, text);
}

conduct(async (run) => {
	if (!(repeats >= 1)) throw new Error('--repeats takes a number from 1');
	const isAlone = positionals.includes('production');
	if (isAlone || only === '') {
		const { rows, lags } = await measureProduction(run, only);
		const about = `${node}, n8n ${versionOf('n8n', join(ROOT, 'test', 'n8n'))}, ${processors}.`;
		show('production', productionTable(rows, lags, about));
	}
	if (isAlone) return;
	const service = await startService();
	run.undo(service.stop);
	const [remote, n8n] = [new Remote(service.url), await startN8n(service.url)];
	const outcomes: Outcome[] = [];
	const cases = CASES.filter((each) => `${each.name}, ${each.service.name}`.includes(only));
	for (const given of cases) {
		const outcome = await measure(remote, n8n, given, repeats);
		outcomes.push(outcome);
		console.log(inShort(outcome));
	}
	const weighed = cases.some(({ name }) => name === 'Return All');
	const memory = weighed ? await memoryOf(service.url, 'Return All') : undefined;
	const about = `${node}, n8n-core ${versionOf('n8n-core')}, ${processors}; median of ${repeats} where a run is short.`;
	show('table', table(outcomes, memory, about));
});
