import { readdirSync } from 'node:fs';
import { descriptionOf, offered } from '../engine/lib/descriptions.mts';
import { scenarioOf } from '../operations/index.mts';
import { paths } from './files.mts';

it('leaves no file behind that n8n would show for an operation that is gone', () => {
	const found = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
		.filter((path) => path.includes('__schema__') && path.endsWith('.json'))
		.map((path) => `nodes/${path}`);
	expect(found.sort()).toEqual(paths().sort());
});

const NODES = ['Link', 'LinkTrigger', 'Message', 'MessageTrigger'];

it.each(NODES)('n8n finds a schema for all of %s', async (name) => {
	const { loadOutputSchema } = await import('n8n-core');
	const description = await descriptionOf(name[0].toLowerCase() + name.slice(1));
	const choices = offered(description).map(({ choice }) => choice);
	// A trigger has no operations, and one schema.
	for (const choice of choices.length > 0 ? choices : ['']) {
		const [resource, operation] = choice ? choice.split('.') : [];
		const ref = { nodeDir: `dist/nodes/${name}`, version: 1, resource, operation };
		const { output } = scenarioOf(choice ? `${name}.${choice}` : name);
		expect({ choice, schema: loadOutputSchema(ref) }).toEqual({
			choice,
			schema: { type: 'object', properties: output, version: 1 },
		});
	}
});
