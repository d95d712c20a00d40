import { readdirSync } from 'node:fs';
import type { INodeTypeDescription } from 'n8n-workflow';

import { loadPackage } from '../engine/lib/package.mts';
import { paths } from './files.mts';
import { SCENARIOS } from '../operations/index.mts';

it('leaves no file behind that n8n would show for an operation that is gone', () => {
	const found = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
		.filter((path) => path.includes('__schema__') && path.endsWith('.json'))
		.map((path) => `nodes/${path}`);
	expect(found.sort()).toEqual(paths().sort());
});

/** `resource.operation` for each operation; one empty text for a node without. */
function choices({ properties }: INodeTypeDescription): string[] {
	const offered = properties.filter(({ name }) => name === 'operation');
	const all = offered.flatMap(({ displayOptions, options = [] }) =>
		options.map((option) => {
			return `.${displayOptions?.show?.resource?.join()}.${'value' in option ? option.value : ''}`;
		}),
	);
	return all.length > 0 ? all : [''];
}

it.each(['Link', 'LinkTrigger', 'Message', 'MessageTrigger'])(
	'n8n finds a schema for all of %s',
	async (name) => {
		const { loadOutputSchema } = await import('n8n-core');
		const loader = await loadPackage();
		const { description } = loader.getNode(name[0].toLowerCase() + name.slice(1)).type;
		if (!('properties' in description)) throw new Error(`${name} has no properties`);
		for (const choice of choices(description)) {
			const [, resource, operation] = choice.split('.');
			const ref = { nodeDir: `dist/nodes/${name}`, version: 1, resource, operation };
			expect({ choice, schema: loadOutputSchema(ref) }).toEqual({
				choice,
				schema: { type: 'object', properties: SCENARIOS[`${name}${choice}`].output, version: 1 },
			});
		}
	},
);
