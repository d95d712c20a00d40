import { readdirSync, readFileSync } from 'node:fs';

import { descriptionOf, fieldsIn, offered } from '../engine/lib/descriptions.mts';
import { tableRows } from './markdown.mts';

/** Names in a page's tables that stand in backticks. */
const named = (page: string): string[] =>
	[...readFileSync(page, 'utf8').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

it.each(['link', 'linkTrigger', 'message', 'messageTrigger'])(
	'docs/%s.md has every parameter, by both of its names',
	async (node) => {
		const rows = tableRows(`docs/${node}.md`).map(
			([label, name]) => `${label.replace('· ', '')} | ${name.replace(/`(?:.*\.)?(\w+)`/, '$1')}`,
		);
		// n8n adds the schedule of a trigger by itself; a notice is no parameter, and choices make the headings.
		const { properties } = await descriptionOf(node);
		const fields = properties.filter(
			({ name, displayOptions }) =>
				!['pollTimes', 'notice', 'resource', 'operation'].includes(name) &&
				!displayOptions?.show?.['@tool'],
		);
		const wanted = fieldsIn(fields).map(([, { displayName, name }]) => `${displayName} | ${name}`);
		expect(wanted.length).toBeGreaterThan(5);
		expect(wanted.filter((beginning) => !rows.includes(beginning))).toEqual([]);
	},
);

it.each(['link', 'message'])('README names every operation of %s', async (node) => {
	const description = await descriptionOf(node);
	const resources = description.properties.find(({ name }) => name === 'resource')?.options ?? [];
	for (const resource of resources) {
		const own = offered(description).filter(
			({ choice }) => 'value' in resource && choice.startsWith(`${resource.value}.`),
		);
		const rows = tableRows('README.md').filter(([first]) => first === resource.name);
		const named = rows.flatMap((row) => row[1].split(', '));
		const inReadme = (names: string[]) =>
			names.sort().map((name) => `| ${resource.name} | ${name} |`);
		expect(inReadme(named)).toEqual(inReadme(own.map(({ name }) => name)));
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
	// npm has `npm cit` by itself.
	expect(commands.filter((name) => name !== 'cit').sort()).toEqual(Object.keys(scripts).sort());
});
