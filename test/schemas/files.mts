import { OUTPUTS } from './outputs.mts';
import { object, type Schema } from './schema.mts';

/** The schema files by path, as n8n looks them up for version 1 of a node. */
export function files(): Map<string, Schema & { version: number }> {
	return new Map(
		Object.entries(OUTPUTS).map(([choice, properties]) => {
			const [node, ...place] = choice.split('.');
			const path = ['nodes', node, '__schema__', 'v1.0.0', ...place].join('/');
			return [`${path}.json`, { ...object(properties), version: 1 }];
		}),
	);
}
