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
	ignorePatterns: ['dist', 'docs', 'examples', 'test/n8n', 'test/clients', 'test/mutate'],
	tempDirName: 'test/mutate/sandbox',
	coverageAnalysis: 'perTest',
	reporters: ['clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
	concurrency: 1,
	timeoutMS: 60_000,
	disableTypeChecks: true,
};
