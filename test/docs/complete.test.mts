import { readdirSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';

import { loadPackage } from '../engine/lib/package.mts';
import { tableRows } from './markdown.mts';

/** Names in a page's tables that stand in backticks. */
const named = (page: string): string[] =>
	[...readFileSync(page, 'utf8').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The parameters of a node of the package. */
async function parametersOf(name: string): Promise<INodeProperties[]> {
	const { type } = (await loadPackage()).getNode(name);
	if (!('properties' in type.description)) throw new Error(`${name} has no properties`);
	return type.description.properties;
}

/** Every parameter as a row begins: displayed name and last part of its name, those within others too. */
const beginnings = (fields: INodeProperties[]): string[] =>
	fields.flatMap(({ displayName, name, options = [] }) => [
		`${displayName} | ${name}`,
		...options.flatMap((option) =>
			beginnings('values' in option ? option.values : 'type' in option ? [option] : []),
		),
	]);

/** The choice of what to do makes the headings of a page. */
const HEADINGS = ['Resource | resource', 'Operation | operation'];

it.each(['link', 'linkTrigger', 'message', 'messageTrigger'])(
	'docs/%s.md has every parameter, by both of its names',
	async (node) => {
		const rows = tableRows(`docs/${node}.md`).map(
			([label, name]) => `${label.replace('· ', '')} | ${name.replace(/`(?:.*\.)?(\w+)`/, '$1')}`,
		);
		// n8n adds the schedule of a trigger by itself; a notice is no parameter.
		const fields = (await parametersOf(node)).filter(
			({ name, displayOptions }) =>
				!['pollTimes', 'notice'].includes(name) && !displayOptions?.show?.['@tool'],
		);
		const wanted = beginnings(fields).filter((beginning) => !HEADINGS.includes(beginning));
		expect(wanted.length).toBeGreaterThan(5);
		expect(wanted.filter((beginning) => !rows.includes(beginning))).toEqual([]);
	},
);

it('README names every operation', async () => {
	const rows = tableRows('README.md');
	for (const node of ['link', 'message']) {
		const properties = await parametersOf(node);
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
