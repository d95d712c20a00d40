import { execFileSync } from 'node:child_process';

it("passes n8n's scan of community packages without an error or a warning", () => {
	// n8n's rules look at other files when they believe to be under test themselves.
	const env = { ...process.env, NODE_ENV: 'production' };
	const told = execFileSync('node', ['test/scan.mjs'], { encoding: 'utf8', env });
	expect(told).toMatch(/^Source: \d+ files, 0 errors, 0 warnings$/m);
	expect(told).toMatch(/^Packed: \d+ files, 0 errors, 0 warnings$/m);
}, 120_000);
