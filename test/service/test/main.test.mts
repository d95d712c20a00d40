import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { DEFAULT_KEY, startService } from '../index.mts';

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill()));

/** Starts the program and gathers what it prints. */
function run(...options: string[]) {
	const program = ['--import', 'tsx', 'test/service/main.mts', ...options];
	const child = spawn(process.execPath, program, { cwd: process.cwd() });
	children.push(child);
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
	}
	return { child, output, ended: once(child, 'exit') };
}

it('npm run service says where it listens and how to call it, and stops at once on Ctrl-C', async () => {
	const { child, output, ended } = run('--port', '0', '--dialect', 'documented');
	while (!output.text.includes('Ctrl-C')) await once(child.stdout, 'data');
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.text)?.[0] ?? '';
	expect(output.text).toContain(DEFAULT_KEY);
	expect(output.text).toContain('...01  UNDELIV');
	const query = new URLSearchParams({ output: 'json', api: 'v1', apiKey: DEFAULT_KEY });
	const answer = await fetch(`${url}/service/Link/List?${query}`, { method: 'POST' });
	// As it is documented; live answers have a text.
	expect(await answer.json()).toMatchObject({ data: { totalItemCount: 0 } });
	child.kill('SIGINT');
	expect(await ended).toEqual([0, null]);
});

it('what is wrong with an option is said: a port that is taken, an unknown zone', async () => {
	const { port, close } = await startService();
	const { output, ended } = run('--port', String(port));
	expect(await ended).toEqual([1, null]);
	await close();
	expect(output.text).toContain(`address already in use 127.0.0.1:${port}`);
	const timezone = 'Mars/Base';
	await expect(startService({ timezone })).rejects.toThrow(`Unknown time zone: ${timezone}`);
});
