import { readdirSync, readFileSync } from 'node:fs';
import { descriptionOf, fieldsIn, offered } from '../engine/lib/descriptions.mts';
import { SCENARIOS } from '../operations/index.mts';
import { deviations, object } from '../schemas/schema.mts';
import { tableRows } from './markdown.mts';
import { sample } from './nodePage.mts';

/** Names in a page's tables that stand in backticks. */
const named = (page: string): string[] =>
	[...readFileSync(page, 'utf8').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

it.each([
	['link', 'link'],
	['linkTrigger', 'clicks'],
	['message', 'message'],
	['messageTrigger', 'trigger'],
])('every parameter of %s is in docs/%s.md, by both of its names', async (node, page) => {
	const text = readFileSync(`docs/${page}.md`, 'utf8').replaceAll('**', '');
	// n8n adds the schedule of a trigger by itself; a notice is no parameter, and choices make the headings.
	const { properties } = await descriptionOf(node);
	const fields = properties.filter(
		({ name, displayOptions }) =>
			!['pollTimes', 'notice', 'resource', 'operation'].includes(name) &&
			!displayOptions?.show?.['@tool'],
	);
	const wanted = fieldsIn(fields).map(([, { displayName, name }]) => `${displayName} (\`${name}`);
	expect(wanted.length).toBeGreaterThan(5);
	expect(wanted.filter((each) => !text.includes(each))).toEqual([]);
});

it.each(Object.entries(SCENARIOS))('%s: sample and mistakes', (choice, { output, mistakes }) => {
	expect(mistakes).not.toEqual({});
	const { json, also } = sample(choice);
	const example: unknown = JSON.parse(json.replaceAll('```', '').replace('json', ''));
	expect(deviations(example, object(output))).toEqual([]);
	// A field is in the sample, or named below it; one of two answers stands for both.
	const missing = Object.keys(output).filter(
		(field) => !Object.hasOwn(Object(example), field) && !also.includes(`\`${field}\` (`),
	);
	expect(missing).toEqual([]);
});

it.each(['link', 'message'])('README names every operation of %s', async (node) => {
	const operations = offered(await descriptionOf(node));
	const named = tableRows('README.md')
		.filter(([first]) => operations.some(({ resource }) => resource === first))
		.flatMap(([first, names]) => names.split(', ').map((name) => `| ${first} | ${name} |`));
	const own = operations.map(({ resource, name }) => `| ${resource} | ${name} |`);
	expect(named.sort()).toEqual(own.sort());
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
