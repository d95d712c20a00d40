import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DEFAULT_KEY, startService } from '../index.mts';
import { clientOf } from './harness.mts';

it('npm run service says where it listens and how to call it, and stops at once on Ctrl-C', async () => {
	const options = ['--port', '0', '--dialect', 'documented'];
	const program = ['--import', 'tsx', 'test/service/main.mts', ...options];
	const child = spawn(process.execPath, program, {
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

it('an unknown zone is named', async () => {
	const timezone = 'Mars/Base';
	await expect(startService({ timezone })).rejects.toThrow(`Unknown time zone: ${timezone}`);
});
