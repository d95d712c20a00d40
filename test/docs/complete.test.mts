import { readdirSync, readFileSync } from 'node:fs';

import { loadPackage } from '../engine/lib/package.mts';
import { tableRows } from './markdown.mts';

/** Names in a page's tables that stand in backticks. */
const named = (page: string): string[] =>
	[...readFileSync(page, 'utf8').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

it('README names every operation', async () => {
	const rows = tableRows('README.md');
	const loader = await loadPackage();
	for (const name of ['link', 'message']) {
		const { type } = loader.getNode(name);
		if (!('properties' in type.description)) throw new Error(`${name} has no properties`);
		const { properties } = type.description;
		const resources = properties.find((field) => field.name === 'resource')?.options ?? [];
		for (const resource of resources) {
			if (!('value' in resource)) continue;
			const choice = properties.find(
				(field) =>
					field.name === 'operation' &&
					field.displayOptions?.show?.resource?.[0] === resource.value,
			);
			const told = rows
				.filter(([first]) => first === resource.name)
				.flatMap((row) => row[1].split(', '));
			expect(told.sort()).toEqual(choice?.options?.map((operation) => operation.name).sort());
		}
	}
});

it('examples/README.md lists every example, and none that is not there', () => {
	const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
	const listed = named('examples/README.md').filter((name) => name.endsWith('.json'));
	expect(listed.sort()).toEqual(files.sort());
});

it('CONTRIBUTING.md has every npm script, and none that is not there', () => {
	const { scripts }: { scripts: object } = JSON.parse(readFileSync('package.json', 'utf8'));
	const commands = tableRows('CONTRIBUTING.md').flatMap(([first]) =>
		[...first.matchAll(/`npm (?:run )?([^\s`]+)/g)].map(([, script]) => script),
	);
	expect(commands.sort()).toEqual(Object.keys(scripts).sort());
});
