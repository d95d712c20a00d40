import { SCENARIOS } from '../operations/index.mts';
import { object } from './schema.mts';

function pathOf(choice: string): string {
	const [node, ...place] = choice.split('.');
	return `${['nodes', node, '__schema__', 'v1.0.0', ...place].join('/')}.json`;
}

export const paths = (): string[] => Object.keys(SCENARIOS).map(pathOf);

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
