import { cpus } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '../lib/paths.mts';
import { CASES } from './cases.mts';
import { startN8n } from './lib/n8n.mts';
import { Remote } from './lib/remote.mts';
import { startService } from './lib/startService.mts';
import { measure, type Outcome } from './measure.mts';
import { memoryOf } from './memory.mts';
import { inShort, table, writeDocument } from './report.mts';

/** Goes to stderr, so that the output is the table and nothing else. */
const tell = (text: string) => process.stderr.write(`${text}\n`);

const { values } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		repeats: { type: 'string', default: '3' },
		markdown: { type: 'boolean', default: false },
	},
});
const repeats = Number(values.repeats);
const service = await startService();
try {
	if (!(repeats >= 1)) throw new Error('--repeats takes a number from 1');
	const [remote, n8n] = [new Remote(service.url), await startN8n(service.url)];
	const outcomes: Outcome[] = [];
	const cases = CASES.filter(({ name, service }) =>
		`${name}, ${service.name}`.includes(values.only),
	);
	for (const given of cases) {
		const outcome = await measure(remote, n8n, given, repeats);
		outcomes.push(outcome);
		tell(inShort(outcome));
	}
	const weighed = cases.some(({ name }) => name === 'Return All');
	const memory = weighed ? await memoryOf(service.url, 'Return All') : undefined;
	const { version } = createRequire(join(ROOT, 'package.json'))('n8n-core/package.json');
	const processors = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`;
	const about = `Node ${process.versions.node}, n8n-core ${version}, ${processors}; median of ${repeats} where a run is short.`;
	const text = table(outcomes, memory, about);
	process.stdout.write(`${text}\n`);
	if (values.markdown) writeDocument(text);
} catch (reason) {
	tell(`Could not measure: ${reason instanceof Error ? reason.message : String(reason)}`);
	process.exitCode = 1;
} finally {
	service.stop();
}
// n8n-core leaves timers behind.
process.exit();
