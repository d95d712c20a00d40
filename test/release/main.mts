// `npm run rehearse`: the release of docs/publishing.md, from a fresh clone, to a git remote and a registry on this machine.
// Not rehearsed: the tests of the workflow, and provenance, which only GitHub can sign.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'node:http';

/** The body of npm's PUT, as far as it is looked at. */
export interface Published {
	name: string;
	'dist-tags': Record<string, string>;
	versions: Record<string, Record<string, unknown>>;
	_attachments: Record<string, { data: string; length: number }>;
}

export interface Registry {
	url: string;
	arrived: { path: string; authorization: string | undefined; body: Published }[];
	close(): void;
}

export async function startRegistry(): Promise<Registry> {
	const arrived: Registry['arrived'] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const isPut = request.method === 'PUT';
			const { url: path = '', headers } = request;
			if (isPut) {
				const body: Published = JSON.parse(Buffer.concat(parts).toString('utf8'));
				arrived.push({ path, authorization: headers.authorization, body });
			}
			response.writeHead(isPut ? 201 : 404, { 'content-type': 'application/json' });
			response.end(isPut ? '{"ok":true}' : '{"error":"not found"}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port }: { port: number } = Object.assign({ port: 0 }, server.address());
	return { url: `http://127.0.0.1:${port}/`, arrived, close: () => void server.close() };
}

const HOME = 'https://github.com/somebody/n8n-nodes-mobizon';
const place = mkdtempSync(join(tmpdir(), 'release-'));
const remote = join(place, 'remote.git');
const owner = join(place, 'owner');
const workflow = join(place, 'workflow');

const install = 'npm ci --prefer-offline';

async function run(cwd: string, command: string, env: Record<string, string> = {}) {
	process.stdout.write(`${cwd.slice(place.length + 1)}$ ${command}\n`);
	const { GITHUB_ACTIONS: _, GITHUB_TOKEN: __, ...outside } = process.env;
	const options = { cwd, maxBuffer: 1e8, env: { ...outside, ...env } };
	const { stdout } = await promisify(execFile)('bash', ['-euc', command], options);
	return stdout;
}

function commandsOf(job: string): string[] {
	const text = readFileSync('.github/workflows/publish.yml', 'utf8').split(`\n  ${job}:\n`)[1];
	return [...text.split(/\n  \w+:\n/)[0].matchAll(/run: (?:\|\n((?: {10}.*\n?)+)|(.+))/g)].map(
		([, lines, line]) => lines ?? line,
	);
}

function edit(file: string, change: (text: string) => string): void {
	const text = readFileSync(file, 'utf8');
	assert.notEqual(change(text), text, `${file} is changed`);
	writeFileSync(file, change(text));
}

const registry = await startRegistry();
try {
	await run('.', `git clone --quiet --bare . ${remote} && git -C ${remote} branch -f main HEAD`);
	await run('.', `git clone --quiet --branch main ${remote} ${owner}`);
	await run(owner, 'git config user.name Somebody && git config user.email somebody@home.test');
	await run(owner, install);

	await assert.rejects(run(owner, 'node test/home.mjs'), /No release: homepage/);
	edit(join(owner, 'package.json'), (text) =>
		text
			.replaceAll('https://example.com/n8n-nodes-mobizon', HOME)
			.replace('maintainers@example.com', 'somebody@home.test'),
	);
	await run(
		owner,
		'node test/home.mjs --write && npx prettier --check nodes credentials package.json',
	);
	await run(owner, 'git commit --quiet --all --message "The home" && git push --quiet');

	// `CI` has release-it ask nothing: it takes the next patch.
	await run(owner, 'npx n8n-node release', { CI: 'true' });
	const { version }: { version: string } = JSON.parse(
		await run(remote, 'git show main:package.json'),
	);
	const tag = (await run(remote, 'git tag --list --points-at main')).trim();
	assert.equal(tag.replace(/^v/, ''), version, 'the tag that was pushed is the version');
	const changed = await run(remote, 'git diff --name-only main~ main');
	assert.deepEqual(changed.trim().split('\n'), ['package-lock.json', 'package.json']);

	await run('.', `git clone --quiet --branch ${tag} ${remote} ${workflow}`);
	for (const command of commandsOf('build')) {
		await run(workflow, command.replace('npm cit', install), { GITHUB_REF_NAME: tag });
	}
	const tarball = readdirSync(workflow).find((name) => name.endsWith('.tgz'));
	assert.equal(tarball, `n8n-nodes-mobizon-${version}.tgz`);

	const [publish, ...more] = commandsOf('publish');
	assert.deepEqual(more, []);
	assert.match(publish, / --provenance /);
	await run(workflow, publish.replace(' --provenance', ''), {
		NPM_CONFIG_REGISTRY: registry.url,
		NPM_CONFIG_USERCONFIG: join(place, 'npmrc'),
		NPM_TOKEN: 'a-token',
	});

	const [{ path, authorization, body }, ...others] = registry.arrived;
	assert.equal(others.length, 0, 'one package arrived');
	assert.deepEqual([path, authorization], ['/n8n-nodes-mobizon', 'Bearer a-token']);
	assert.deepEqual(body['dist-tags'], { latest: version });
	const { homepage, repository, dependencies } = body.versions[version];
	assert.deepEqual(
		[homepage, repository, dependencies],
		[HOME, { type: 'git', url: `git+${HOME}.git` }, undefined],
	);

	const [attachment] = Object.values(body._attachments);
	writeFileSync(join(place, 'arrived.tgz'), Buffer.from(attachment.data, 'base64'));
	await run(place, 'tar -xzf arrived.tgz');
	const files = (await run(join(place, 'package'), 'find . -type f')).trim().split('\n');
	assert.deepEqual(files.filter((name) => !name.startsWith('./dist/')).sort(), [
		'./LICENSE.md',
		'./README.md',
		'./index.js',
		'./package.json',
	]);
	const strange = files.filter((name) => !/\.(js|d\.ts|json|svg|md)$|\.js\.map$/.test(name));
	assert.deepEqual(strange, []);
	assert.deepEqual(
		files.filter((name) => /\.test\.|\/test\/|changelog/i.test(name)),
		[],
	);
	const links = await run(
		join(place, 'package'),
		`grep -rhoE "https://[^'\\" ]+/docs/[a-zA-Z]+\\.md" dist`,
	);
	const pages = links.trim().split('\n');
	assert.ok(pages.length > 8, 'help links');
	for (const page of pages) {
		assert.ok(page.startsWith(`${HOME}/blob/main/docs/`), page);
		readFileSync(join(workflow, page.slice(`${HOME}/blob/main/`.length)));
	}
	const placeholders = await run(place, 'grep -rlE "example.com/n8n|@example.com" package || true');
	assert.equal(placeholders, '', 'no placeholder');
	// What users install loads.
	await run(join(place, 'package'), 'node -e "require(process.cwd())"', {
		NODE_PATH: join(workflow, 'node_modules'),
	});
	process.stdout.write(
		`${tarball}: ${files.length} files, tag ${tag}, ${attachment.length} bytes\n`,
	);
	process.stdout.write('1 passed, 0 failed\n');
} catch (error) {
	const { stdout = '', stderr = '' } = Object.assign({ stdout: '', stderr: '' }, error);
	process.stderr.write(`${stdout}\n${stderr}\n${String(error)}\n0 passed, 1 failed\n`);
	process.exitCode = 1;
} finally {
	registry.close();
	rmSync(place, { recursive: true, force: true });
}
