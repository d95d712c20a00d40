// `npm run mutate`: which changes of the code no test notices.
// `-- nodes/Message/hours 'test/unit/sending/*'`: what is changed, a file or a folder, and the tests that have to notice;
// `-- verdict`: a part of the list below; `-- example`: adds an operation as CONTRIBUTING.md tells; without a name
// all parts and the example. The mutation tester is installed apart, so that `npm ci` stays small.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../..');
const STRYKER = join(HERE, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
// The same draws for every change, since some tests have them in their names, and few: they are played once for each.
const FEW = { DRAWS: '0.1', TRIGGER_SEED: '1', FREEDOMS_SEED: '1', FAULT_SEED: '1,2' };

/** Parts of the nodes, each with the tests that have to notice its changes. */
const PARTS = {
	input: 'nodes/shared/input test/unit/input/* test/unit/time/* test/engine/badInputs',
	wire: 'nodes/shared/api/wire.ts test/unit/api/wire*',
	cursor:
		'nodes/MessageTrigger/cursor.ts nodes/LinkTrigger/cursor.ts test/trigger/{cursor,node,setBack,histories}* test/linkTrigger/{histories,node}*',
	verdict: 'nodes/Message/send/call.ts test/sending/verdict*',
	segments: 'nodes/Message/sms/segments.ts test/unit/sms/segments*',
	statistics:
		'nodes/Link/statistics test/{unit/time/window,engine/statistics,freedoms/statistics}*',
};

function run(command, args, cwd, env = {}) {
	const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } };
	const { status } = spawnSync(command, args, options);
	if (status !== 0) process.exit(status ?? 1);
}

function mutate(paths) {
	const tests = paths.filter((path) => path.startsWith('test/'));
	const changed = paths.filter((path) => !tests.includes(path));
	const missing = changed.find((path) => !existsSync(join(ROOT, path)));
	if (missing) throw new Error(`No ${missing}; the parts are ${Object.keys(PARTS).join(', ')}`);
	if (tests.length === 0) throw new Error('Say which tests have to notice, below test/');
	if (!existsSync(STRYKER)) run('npm', ['ci', '--ignore-scripts', '--no-audit'], HERE);
	// What is built is changed, since the engine loads nothing else.
	const built = (path) =>
		`dist/${path.endsWith('.ts') ? path.replace(/ts$/, 'js') : `${path}/**/*.js`}`;
	const MUTATE = changed.map(built).join(' ');
	const config = join(HERE, 'stryker.config.mjs');
	run(process.execPath, [STRYKER, 'run', config], ROOT, { ...FEW, MUTATE, TESTS: tests.join(' ') });
}

const given = process.argv.slice(2);
run('npm', ['run', 'build'], ROOT);
if (given.some((name) => name.includes('/'))) mutate(given);
else
	for (const name of given.length > 0 ? given : [...Object.keys(PARTS), 'example']) {
		if (name === 'example')
			run(join(ROOT, 'node_modules/.bin/tsx'), ['test/example/main.mts'], ROOT);
		else mutate((PARTS[name] ?? name).split(' '));
	}
