import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PARTS } from './parts.mjs';

const { mutate, tests } = PARTS[process.env.MUTATE_PART];

export default {
	packageManager: 'npm',
	plugins: ['@stryker-mutator/jest-runner'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.config.mjs',
		config: { testMatch: tests.map((test) => `<rootDir>/${test}.test.mts`) },
	},
	mutate,
	ignorePatterns: ['docs', 'examples', 'test/n8n', 'test/clients', 'test/mutate'],
	// Outside of the tree, where lint and tests would find it.
	tempDirName: join(tmpdir(), 'mutate'),
	coverageAnalysis: 'perTest',
	reporters: ['clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
	concurrency: 1,
	timeoutMS: 60_000,
	disableTypeChecks: true,
};
