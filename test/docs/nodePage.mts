import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { cell } from './fill.mts';
import { mistakes } from './mistakes.mts';
import { sample } from './samples.mts';

/** What comes out of an operation or a trigger, and what goes wrong most with it. */
const ending = (choice: string): string => `${sample(choice)}\n\n${mistakes(choice)}\n`;

/** The reference page of a node, from the description that n8n itself shows: it cannot go out of date. */
export function nodePage(description: INodeTypeDescription): string {
	const { displayName, description: purpose, properties } = description;
	const className = `${description.name[0].toUpperCase()}${description.name.slice(1)}`;
	const head = `# ${displayName}\n\n${purpose}.\n\n<!-- Made from the node itself. -->\n`;
	const operations = properties.filter(({ name }) => name === 'operation');
	// n8n adds the schedule of a polling trigger by itself; a notice is no parameter.
	const own = properties.filter(({ name, type }) => name !== 'pollTimes' && type !== 'notice');
	if (operations.length === 0) return `${head}\n${fieldTable(own)}\n${ending(className)}`;
	const sections = operations.flatMap((choice) => {
		const [resource] = choice.displayOptions?.show?.resource ?? [];
		return optionsOf(choice).map((operation) => {
			const fields = properties.filter(
				({ displayOptions, name }) =>
					name !== 'operation' &&
					!displayOptions?.show?.['@tool'] &&
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(operation.value),
			);
			const title = `${resourceName(properties, String(resource))}: ${operation.name}`;
			const choice = `${className}.${String(resource)}.${String(operation.value)}`;
			return `## ${title}\n\n${operation.description}.\n\n${fieldTable(fields)}\n${ending(choice)}`;
		});
	});
	return `${head}\n${sections.join('\n')}`.replace(/\.\.\n/g, '.\n');
}

const resourceName = (properties: INodeProperties[], value: string): string =>
	optionsOf(properties.find(({ name }) => name === 'resource')).find((each) => each.value === value)
		?.name ?? value;

const optionsOf = (field: INodeProperties | undefined): INodePropertyOptions[] =>
	(field?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

function fieldTable(fields: INodeProperties[]): string {
	const rows = fields.flatMap((field) => rowsOf(field, ''));
	return `| parameter | name | what it is |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function rowsOf(field: INodeProperties, path: string): string[] {
	const name = `${path}${field.name}`;
	const choices = field.type === 'options' || field.type === 'multiOptions' ? optionsOf(field) : [];
	const what = [
		field.required ? 'Required.' : '',
		sentence(field.description ?? ''),
		choices.length ? `One of: ${choiceList(choices)}.` : '',
	];
	const inner = (field.options ?? []).flatMap((option) =>
		'values' in option
			? option.values.flatMap((value) => rowsOf(value, `${name}.${option.name}[].`))
			: 'type' in option
				? rowsOf(option, `${name}.`)
				: [],
	);
	const label = `${path === '' ? '' : '· '}${field.displayName}`;
	return [`| ${label} | \`${name}\` | ${cell(what.filter(Boolean).join(' '))} |`, ...inner];
}

/** A longer list, such as one of countries, is shortened. */
const MOST_CHOICES = 25;

function choiceList(choices: INodePropertyOptions[]): string {
	const shown = choices.length > MOST_CHOICES ? choices.slice(0, 3) : choices;
	const more = choices.length - shown.length;
	return `${shown.map(choiceText).join('; ')}${more > 0 ? `; and ${more} more, see the editor` : ''}`;
}

const choiceText = ({ name, value, description }: INodePropertyOptions): string =>
	`${name} (\`${String(value)}\`)${description ? `: ${description}` : ''}`;

const sentence = (text: string): string => (text === '' || text.endsWith('.') ? text : `${text}.`);
