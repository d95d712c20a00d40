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

export const { NoAnswer, ServiceRefusal } =
	built<typeof import('../../nodes/shared/api/faults.ts')>('shared/api/faults');
export const { describeNoAnswer, describeRefusal } =
	built<typeof import('../../nodes/shared/api/describe.ts')>('shared/api/describe');
export const { READ, WRITE } =
	built<typeof import('../../nodes/shared/api/patience.ts')>('shared/api/patience');
export const { judge, METHOD } =
	built<typeof import('../../nodes/Message/send/call.ts')>('Message/send/call');
