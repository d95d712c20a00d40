import { DEFAULT_KEY } from '../../../service/index.mts';
import { checkFiles } from '../../lib/secrecy/checkKey.mts';
import type { World } from '../lib/world.mts';

/** Last of all: n8n has logged everything, and saved every execution and credential by then. */
export async function checkSecret({ checks }: World, folder: string): Promise<void> {
	await checkFiles(checks, folder, { key: DEFAULT_KEY, marker: 'mobizonSmsApi' });
}
