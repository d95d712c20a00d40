// `npm run rehearse`: the release of docs/publishing.md, from a fresh clone, to a git remote and a registry on this machine.
// Not rehearsed: the tests of the workflow, and provenance, which only GitHub can sign.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { run as runQuietly } from '../n8n/lib/machine.mts';
import { conduct } from '../n8n/lib/run.mts';

/** The body of npm's PUT, as far as it is looked at. */
interface Published {
	'dist-tags': Record<string, string>;
	versions: Record<string, Record<string, unknown>>;
	_attachments: Record<string, { data: string; length: number }>;
}

/** It takes whatever is published, and has nothing. */
const registry = fastify({ bodyLimit: 1e8 });
const arrived: Array<{ path: string; authorization: string | undefined; body: Published }> = [];
registry.put<{ Body: Published }>('/*', async ({ url, headers, body }, reply) => {
	arrived.push({ path: url, authorization: headers.authorization, body });
	return await reply.code(201).send({ ok: true });
});

const HOME = 'https://github.com/somebody/n8n-nodes-mobizon';
const install = 'npm ci --prefer-offline';

/** As on a machine that is none of GitHub's. */
const OUTSIDE = { GITHUB_ACTIONS: '', GITHUB_TOKEN: '' };

async function run(cwd: string, command: string, env: Record<string, string> = {}) {
	console.log(`$ ${command}`);
	return await runQuietly(cwd, 'bash', ['-euc', command], cwd, { ...OUTSIDE, ...env });
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

conduct(async (rehearsal) => {
	const place = await rehearsal.folder();
	const [remote, owner, workflow] = ['remote.git', 'owner', 'workflow'].map((name) =>
		join(place, name),
	);
	const registryUrl = await registry.listen({ host: '127.0.0.1', port: 0 });
	rehearsal.undo(() => registry.close());
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
	await run(owner, 'node test/home.mjs --write');
	await run(owner, 'npx prettier --check nodes credentials package.json');
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
		NPM_CONFIG_REGISTRY: `${registryUrl}/`,
		NPM_CONFIG_USERCONFIG: join(place, 'npmrc'),
		NPM_TOKEN: 'a-token',
	});

	const [{ path, authorization, body }, ...others] = arrived;
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
	const isStrange = (name: string) =>
		!/\.(js|d\.ts|json|svg|md)$|\.js\.map$/.test(name) || /\.test\.|\/test\/|changelog/i.test(name);
	assert.deepEqual(files.filter(isStrange), []);
	const links = `grep -rhoE "https://[^'\\" ]+/docs/[a-zA-Z]+\\.md" package/dist`;
	const pages = (await run(place, links)).trim().split('\n');
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
	console.log(`${tarball}: ${files.length} files, tag ${tag}, ${attachment.length} bytes`);
});
