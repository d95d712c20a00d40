import { text } from 'node:stream/consumers';
import { spawnGroup } from './group.mts';

/** The last lines of a log, enough to see what went wrong. */
export const tail = (log: string, lines = 25) => log.trimEnd().split('\n').slice(-lines).join('\n');

/**
 * Runs a command quietly and gives its standard output.
 * Throws an error that names the step and holds the end of what the command printed.
 */
export async function run(
	step: string,
	command: string,
	args: string[],
	cwd: string,
	more: Record<string, string> = {},
): Promise<string> {
	const env = { ...process.env, ...more };
	const stdio = ['ignore', 'pipe', 'pipe'] as const;
	const { child, exited } = spawnGroup(command, args, { cwd, env, stdio: [...stdio] });
	const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
	const [code, out, errors] = await Promise.all([exited, ...printed]);
	if (code === 0) return String(out);
	throw new Error(`${step} failed: ${command} ${args.join(' ')}\n${tail(`${out}\n${errors}`)}`);
}
