export default {
	testEnvironment: '<rootDir>/test/runner/oneRealm.cjs',
	runtime: '<rootDir>/test/runner/sharedPackages.cjs',
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	// While it watches, a run begins with a build, which is no change.
	watchPathIgnorePatterns: ['<rootDir>/dist/'],
	modulePathIgnorePatterns: ['<rootDir>/test/n8n/'],
	moduleFileExtensions: ['js', 'ts', 'mts', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.(ts|mts)$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	globalSetup: '<rootDir>/test/runner/globalSetup.mjs',
	setupFilesAfterEnv: ['<rootDir>/test/runner/restored.mts'],
	// Many tests wait for pauses, so that no core is left idle for the runner.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/runner/longestFirst.mjs',
	// Only a test that hangs is ended: in CI, the real n8n has its share of the machine.
	testTimeout: 120_000,
};
