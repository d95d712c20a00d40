import { createRequire } from 'node:module';
import { join } from 'node:path';

import { packageRoot } from '../engine/lib/package.mts';

/**
 * Modules of the built package, each loaded once: imported one by one as sources, tsx would load what
 * they share several times, and a fault of one copy is none of another's.
 */
const load = createRequire(join(packageRoot, 'package.json'));

/** @param path of a module below `nodes`, without its ending; its type is that of the source */
export const built = <T,>(path: string): T => load(`./dist/nodes/${path}.js`) as T;

const faults: typeof import('../../nodes/shared/api/faults.ts') = load(
	'./dist/nodes/shared/api/faults.js',
);
const describe: typeof import('../../nodes/shared/api/describe.ts') = load(
	'./dist/nodes/shared/api/describe.js',
);
const patience: typeof import('../../nodes/shared/api/patience.ts') = load(
	'./dist/nodes/shared/api/patience.js',
);
const verdict: typeof import('../../nodes/Message/sending/verdict.ts') = load(
	'./dist/nodes/Message/sending/verdict.js',
);

export const { NoAnswer, ServiceRefusal } = faults;
export const { describeNoAnswer, describeRefusal } = describe;
export const { READ, WRITE } = patience;
export const { judge, METHOD } = verdict;
