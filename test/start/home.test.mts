import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from '../n8n/lib/home.mts';
import { startService, type LocalService } from '../service/index.mts';

let folder: string;
let service: LocalService;

beforeEach(async () => {
	folder = join(mkdtempSync(join(tmpdir(), 'home-')), 'home');
	service = await startService();
});
afterEach(async () => {
	await service.close();
	rmSync(join(folder, '..'), { recursive: true });
});

const built = () => join(folder, 'built');

/** A start that got so far, and the number of a process that has ended since. */
async function earlierStart({ settled }: { settled: boolean }): Promise<void> {
	const home = await openHome(false, folder);
	writeFileSync(built(), 'by the user');
	if (!settled) return;
	const past = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
	await once(past, 'exit');
	await home.settle(service.url);
	writeFileSync(
		join(folder, 'home.json'),
		JSON.stringify({ pid: past.pid, serviceUrl: service.url }),
	);
}

it('is new at first', async () => {
	expect((await openHome(false, folder)).lastServiceUrl).toBeUndefined();
	expect(existsSync(folder)).toBe(true);
});

it('goes on from the last start', async () => {
	await earlierStart({ settled: true });
	expect((await openHome(false, folder)).lastServiceUrl).toBe(service.url);
	expect(existsSync(built())).toBe(true);
});

it('begins anew when that is wanted', async () => {
	await earlierStart({ settled: true });
	expect((await openHome(true, folder)).lastServiceUrl).toBeUndefined();
	expect(existsSync(built())).toBe(false);
});

it('begins anew after a first start that did not come to its end', async () => {
	await earlierStart({ settled: false });
	expect((await openHome(false, folder)).lastServiceUrl).toBeUndefined();
	expect(existsSync(built())).toBe(false);
});

it.each([false, true])('leaves a home alone that is in use (fresh: %s)', async (fresh) => {
	const home = await openHome(false, folder);
	writeFileSync(built(), 'by the user');
	await home.settle(service.url);
	await expect(openHome(fresh, folder)).rejects.toThrow(`runs already, as process ${process.pid}`);
	expect(existsSync(built())).toBe(true);
});

it('is free again when the number of the process belongs to another one', async () => {
	const home = await openHome(false, folder);
	await home.settle(service.url);
	await service.close();
	expect((await openHome(false, folder)).lastServiceUrl).toBe(service.url);
});
