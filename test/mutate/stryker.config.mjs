import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import jest from '../../jest.config.mjs';

const { MUTATE = '', TESTS = '' } = process.env;

export default {
	packageManager: 'npm',
	plugins: ['@stryker-mutator/jest-runner'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.config.mjs',
		enableFindRelatedTests: false,
		config: {
			testMatch: TESTS.split(' ').map((test) => `<rootDir>/${test}.test.mts`),
			// The runner does not know `<rootDir>` here.
			testEnvironment: fileURLToPath(new URL('../runner/oneRealm.cjs', import.meta.url)),
			// It would take the copied build for a stale one.
			globalSetup: null,
			// Unit tests get the built code, as the engine does.
			moduleNameMapper: {
				...jest.moduleNameMapper,
				'^(?:\\.\\./)+(nodes|credentials)/(.*?)(?:\\.ts)?$': '<rootDir>/dist/$1/$2.js',
			},
		},
	},
	mutate: MUTATE.split(' '),
	ignorePatterns: ['docs', 'examples', 'test/n8n', 'test/clients', 'test/mutate'],
	// Outside of the tree, where lint and tests would find it.
	tempDirName: join(tmpdir(), 'mutate'),
	coverageAnalysis: 'perTest',
	reporters: ['progress-append-only', 'clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false },
	concurrency: 1,
	timeoutMS: 10_000,
	disableTypeChecks: true,
};
