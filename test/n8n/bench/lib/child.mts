import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ROOT } from '../../lib/paths.mts';

const execute = promisify(execFile);

/** Runs this Node with these arguments. @returns the last line that it wrote @throws Error when it fails */
export async function runChild(args: string[]): Promise<string> {
	const { stdout } = await execute(process.execPath, args, { cwd: ROOT, timeout: 600_000 });
	return stdout.trimEnd().split('\n').at(-1) ?? '';
}
