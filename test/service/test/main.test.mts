import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { DEFAULT_KEY, startService } from '../index.mts';
import { clientOf } from './harness.mts';

const PROGRAM = ['--import', 'tsx', 'test/service/main.mts'];

it('npm run service says where it listens and how to call it, and stops at once on Ctrl-C', async () => {
	const options = ['--port', '0', '--dialect', 'documented'];
	const child = spawn(process.execPath, [...PROGRAM, ...options], {
		stdio: ['ignore', 'pipe', 'inherit'],
		timeout: 60_000,
	});
	let text = '';
	for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
		text += String(chunk);
		if (text.includes('Ctrl-C')) break;
	}
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
	expect(text).toContain(DEFAULT_KEY);
	expect(text).toContain('...01  UNDELIV');
	// As it is documented; live answers have a text.
	expect(await clientOf(() => url).data('Link/List')).toMatchObject({ totalItemCount: 0 });
	const ended = once(child, 'exit');
	child.kill('SIGINT');
	expect(await ended).toEqual([0, null]);
});

it('npm run service says what to do where its port is taken', async () => {
	const { port, close } = await startService();
	const served = promisify(execFile)(process.execPath, [...PROGRAM, '--port', String(port)]);
	const says = /^listen EADDRINUSE[^\n]+; choose another one: npm run service -- --port \d+\n$/;
	await expect(served).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
	await close();
});

it('npm run service says in a line what is wrong with its options', async () => {
	const said = [
		['--dialect', 'old', '--dialect is observed or documented'],
		['--prot', '80', "Unknown option '--prot'"],
	].map(async ([name, value, stderr]) => {
		const served = promisify(execFile)(process.execPath, [...PROGRAM, name, value]);
		await expect(served).rejects.toMatchObject({ code: 1, stderr: `${stderr}\n` });
	});
	await Promise.all(said);
});

it('an unknown zone is named', async () => {
	const timezone = 'Mars/Base';
	await expect(startService({ timezone })).rejects.toThrow(`Unknown time zone: ${timezone}`);
});
