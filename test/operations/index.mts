import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import type { Scenario } from './scenario.mts';

const HERE = resolve('test/operations');
const load = createRequire(`${HERE}/index.mts`);

/** All operations, by `Node.resource.operation`, and triggers, each from its own file below this folder. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = Object.fromEntries(
	readdirSync(HERE, { recursive: true, encoding: 'utf8' })
		.filter((file) => /^[A-Z].*\.mts$/.test(file))
		.sort()
		.map((file) => {
			const { scenario }: { scenario: Scenario } = load(`${HERE}/${file}`);
			return [file.replace('.mts', '').replaceAll('/', '.'), scenario];
		}),
);

/** The operations alone, with the name of their node and `resource.operation`. */
export const OPERATIONS = Object.entries(SCENARIOS).flatMap(([path, scenario]) => {
	const [node, ...choice] = path.split('.');
	return choice.length > 0
		? [{ ...scenario, node: node.toLowerCase(), choice: choice.join('.') }]
		: [];
});

export const fileOf = (choice: string): string =>
	`test/operations/${choice.replaceAll('.', '/')}.mts`;

/** @throws Error for an operation that has none */
export function scenarioOf(choice: string): Scenario {
	if (Object.hasOwn(SCENARIOS, choice)) return SCENARIOS[choice];
	throw new Error(`${fileOf(choice)} is missing: write it, as in CONTRIBUTING.md, step 4`);
}
