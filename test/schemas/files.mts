import { SCENARIOS } from '../operations/index.mts';
import { object } from './schema.mts';

/** Where n8n looks up the schema of an operation, for version 1 of a node. */
function pathOf(choice: string): string {
	const [node, ...place] = choice.split('.');
	return `${['nodes', node, '__schema__', 'v1.0.0', ...place].join('/')}.json`;
}

/** The paths of all schema files. */
export const paths = (): string[] => Object.keys(SCENARIOS).map(pathOf);

/** The schema files by path, formatted. */
export async function files(): Promise<Map<string, string>> {
	const { format, resolveConfig } = await import('prettier');
	const found = new Map<string, string>();
	for (const [choice, { output }] of Object.entries(SCENARIOS)) {
		const filepath = pathOf(choice);
		const schema = JSON.stringify({ ...object(output), version: 1 });
		found.set(filepath, await format(schema, { ...(await resolveConfig(filepath)), filepath }));
	}
	return found;
}
