const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdirSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { dirname, join, sep } = require('node:path');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

// n8n-core reads these when it is loaded. Its log would repeat every error that a test provokes.
// Workers must not share a folder: one would read what the other is just writing.
const { JEST_WORKER_ID = '', N8N_USER_FOLDER = join(tmpdir(), 'n8n-test') } = process.env;
process.env.N8N_USER_FOLDER = join(N8N_USER_FOLDER, JEST_WORKER_ID);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
process.env.N8N_LOG_LEVEL ??= 'silent';

const n8nWorkflow = require('n8n-workflow');
const { DataDeduplicationService } = require('n8n-core');

// n8n stops a regular expression after 250 ms of the real clock, in which a busy machine may not come to it at all. That
// those of the nodes are quick has a test of its own.
n8nWorkflow.setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
});

/** What was compiled for one file of tests serves the next ones, which run it anew: V8 keeps it quick. */
const OF_ALL = new Map();
let bodies = OF_ALL;
const { compileFunction } = vm;

function bodyOf(filename, code, names) {
	if (bodies.get(filename)?.code !== code)
		bodies.set(filename, { code, body: compileFunction(code, names, { filename }) });
	return bodies.get(filename).body;
}

// Jest compiles what it loads for the context of its environment, and gets it for the realm that is there.
const contexts = new WeakSet();
vm.compileFunction = (code, names, options) =>
	contexts.has(options.parsingContext)
		? bodyOf(options.filename, code, names)
		: compileFunction(code, names, options);

/** Where the nodes are, which each file of tests has anew. */
const BUILT = join(process.cwd(), 'dist') + sep;
const NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];
const { _compile } = Module.prototype;
Module.prototype._compile = function (code, filename) {
	if (!filename.startsWith(BUILT)) return _compile.call(this, code, filename);
	const given = [this.exports, (name) => this.require(name), this, filename, dirname(filename)];
	return bodyOf(filename, code, NAMES).apply(this.exports, given);
};

/**
 * The nodes pause with n8n's `sleep`, which each file of tests may take in hand: see sleep.mts. What the nodes of an
 * earlier file still do must not move its clock.
 */
function giveSleep() {
	let pause = n8nWorkflow.sleep;
	globalThis.onSleepOfNodes = (inTest) => {
		pause = async (ms) => await inTest(ms, n8nWorkflow.sleep);
	};
	const sleep = async (...args) => await pause(...args);
	require.cache[require.resolve('n8n-workflow')].exports = { ...n8nWorkflow, sleep };
}

/** While they are enabled, each promise of the process costs time and memory for each of them. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
	storages.add(this);
	return run.apply(this, args);
};

/** Jest's runner of tests is loaded for each file, and expects a process, or a realm, that ends with it. */
function forgetRunner() {
	for (const storage of storages) storage.disable();
	storages.clear();
	delete globalThis[Symbol.for('EVENT_HANDLERS')];
}

const CONSOLE = globalThis.console;

/**
 * All files of tests that a worker runs share n8n: Jest would load it anew for each, which takes as long as most of
 * them. So they share its realm, too, as a class of errors is another one in each.
 */
module.exports = class OneRealm extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		this.context = vm.createContext(globalThis);
		contexts.add(this.context);
		bodies = 'compiles-anew' in context.docblockPragmas ? new Map() : OF_ALL;
		this.fakeTimersModern = new ModernFakeTimers({
			config: config.projectConfig,
			global: globalThis,
		});
		forgetRunner();
		giveSleep();
		// n8n takes one store only.
		DataDeduplicationService.instance = undefined;
		for (const file of Object.keys(require.cache))
			if (file.startsWith(BUILT)) delete require.cache[file];
	}

	/** The parent's would take the realm apart. Jest puts a console of its own into it for each file of tests. */
	async teardown() {
		globalThis.console = CONSOLE;
	}
};
