// Lints tests and tools. The file at the root is n8n's own, made for nodes, and must stay as n8n wrote it.
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['test/n8n/**/node_modules/'] },
	{
		files: ['test/**/*.{js,mjs,mts,cjs}'],
		extends: [tseslint.configs.recommended],
		linterOptions: { noInlineConfig: true },
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			// A stand-in for one of n8n's classes has to hand itself to what it makes.
			'@typescript-eslint/no-this-alias': 'off',
			eqeqeq: 'error',
		},
	},
	{
		files: ['test/**/*.cjs'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['test/**/*.mts'],
		languageOptions: { parserOptions: { project: 'test/tsconfig.json' } },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-for-in-array': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-unnecessary-type-assertion': 'error',
			'@typescript-eslint/prefer-promise-reject-errors': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
		},
	},
	{
		files: ['test/**/*.test.mts'],
		extends: [jest.configs['flat/recommended']],
		rules: {
			// An expectation in a loop over random cases often stands under a condition,
			'jest/no-conditional-expect': 'off',
			// and those of properties and models in functions that their tests call.
			'jest/expect-expect': 'off',
			'jest/no-standalone-expect': 'off',
			'jest/valid-title': 'off',
		},
	},
);
