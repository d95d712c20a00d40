import { cpus } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from '../lib/paths.mts';
import { CASES } from './cases/index.mts';
import { compareFaults } from './faults.mts';
import { measure, type Outcome } from './lib/measure.mts';
import { startN8n } from './lib/n8n.mts';
import { readOptions, type Options } from './lib/options.mts';
import { Remote } from './lib/remote.mts';
import { sizesOf } from './lib/sizes.mts';
import { startService } from './lib/startService.mts';
import { measureLoad } from './load.mts';
import { measureMemory } from './memory/measure.mts';
import { measureRate } from './rate.mts';
import { writeDocument } from './report/document.mts';
import { report } from './report/report.mts';
import type { Results } from './report/results.mts';

/** Goes to stderr, so that the output is the tables or the JSON and nothing else. */
const tell = (text: string) => process.stderr.write(`${text}\n`);

type RunningService = Awaited<ReturnType<typeof startService>>;

async function measureAll(service: RunningService, options: Options): Promise<Results> {
	const { delays, repeats, quick, only } = options;
	const remote = new Remote(service.url);
	const arena = { remote, n8n: await startN8n(service.url), sizes: sizesOf(quick) };
	const outcomes: Outcome[] = [];
	for (const delay of delays) {
		for (const given of CASES.filter(({ name }) => name.includes(only ?? ''))) {
			tell(`${given.name}, ${delay} ms`);
			remote.delay = delay;
			outcomes.push(await measure(arena, given, repeats));
		}
	}
	tell('Rate, faults, loading, memory');
	remote.delay = 20;
	const rate = await measureRate(arena);
	const faults = await compareFaults(arena, service.refuse);
	const load = await measureLoad(Math.max(5, repeats));
	const memory = await measureMemory(service.url, quick, only);
	const { version } = createRequire(join(ROOT, 'package.json'))('n8n-core/package.json');
	const processors = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`;
	return {
		node: process.versions.node,
		n8n: String(version),
		cpus: processors,
		...{ repeats, delays, quick, outcomes, memory, load, rate, faults },
	};
}

async function main(args: string[]): Promise<void> {
	const options = readOptions(args);
	const service = await startService();
	try {
		const results = await measureAll(service, options);
		const tables = report(results);
		process.stdout.write(`${options.json ? JSON.stringify(results, null, '\t') : tables}\n`);
		if (options.markdown) writeDocument(tables);
	} finally {
		service.stop();
	}
}

try {
	await main(process.argv.slice(2));
} catch (reason) {
	tell(`Could not measure: ${reason instanceof Error ? reason.message : String(reason)}`);
	process.exitCode = 1;
}
// n8n-core leaves timers behind.
process.exit();
