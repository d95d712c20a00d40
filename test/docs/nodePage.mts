import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { descriptionOf, offered } from '../engine/lib/descriptions.mts';
import { scenarioOf } from '../operations/index.mts';
import { sample } from './samples.mts';

/** Values of a choice are named up to this number; more, as of countries, are seen in the editor. */
const MOST_VALUES = 7;

/**
 * What the reference page of a node says of its operations or, for a trigger, of itself, from the description that
 * n8n shows. What a page has said before it does not say again.
 */
export async function nodePage(node: string): Promise<string> {
	const description = await descriptionOf(node);
	const type = `${node[0].toUpperCase()}${node.slice(1)}`;
	const once = new Once();
	const operations = offered(description);
	if (operations.length === 0) return section(fieldsOf(description), type, '', once);
	return operations
		.map(({ choice, name, description: purpose }) => {
			const [resource] = choice.split('.');
			const title = `${resourceName(description, resource)}: ${name}`;
			const body = section(fieldsOf(description, choice), `${type}.${choice}`, title, once);
			return `## ${title}\n\n${String(purpose)}.\n\n${body}`.replace(/\.\.\n/g, '.\n');
		})
		.join('\n\n');
}

/** Remembers where each text of a page stands. */
class Once {
	private readonly places = new Map<string, string>();

	/** @returns where it stands already, as a link */
	place(text: string, title: string): string | undefined {
		const place = this.places.get(text);
		if (place === undefined) this.places.set(text, title);
		return place && `[${place}](#${place.toLowerCase().replace(':', '').replace(/ /g, '-')})`;
	}
}

/** The fields of an operation, or of a trigger: n8n adds its schedule by itself, and a notice is no parameter. */
const fieldsOf = ({ properties }: INodeTypeDescription, choice?: string): INodeProperties[] =>
	properties.filter(({ name, type, displayOptions }) => {
		const { resource, operation, '@tool': ofTools } = displayOptions?.show ?? {};
		if (choice === undefined) return name !== 'pollTimes' && type !== 'notice';
		const isOwn = resource?.some((each) => operation?.includes(choice.replace(`${each}.`, '')));
		return isOwn && resource?.includes(choice.split('.')[0]) && !ofTools && name !== 'operation';
	});

/** Parameters, a sample of what comes out, and what goes wrong most. */
function section(fields: INodeProperties[], choice: string, title: string, once: Once): string {
	const isSimple = ({ type }: INodeProperties) => !/ollection$/.test(type);
	const lines = [
		fields.filter(isSimple).map(shown).join(', '),
		...fields
			.filter((field) => !isSimple(field))
			.map((field) => {
				const place = once.place(`${field.name} ${inner(field)}`, title);
				const own = `**${field.displayName}** (\`${pathOf(field)}\`)`;
				return `${own}: ${place === undefined ? inner(field) : `as for ${place}`}`;
			}),
	];
	const { json, also } = sample(choice);
	const place = once.place(json + also, title);
	const mistakes = scenarioOf(choice)
		.mistakes.map(([mistake, instead]) => `- ${mistake}. Instead: ${instead}.`)
		.filter((line) => once.place(line, title) === undefined);
	return [
		lines.map((line) => `- ${line}.`).join('\n'),
		place === undefined ? `An item that comes out:\n\n${json}` : `Out comes what ${place} gives.`,
		...(also === '' || place !== undefined ? [] : [also]),
		`Common mistakes:\n\n${mistakes.join('\n')}`,
	].join('\n\n');
}

/** A field by both of its names, with the values that can be chosen. */
function shown(field: INodeProperties): string {
	const { displayName, name, type, required } = field;
	if (type === 'fixedCollection') return `${displayName} (\`${pathOf(field)}\`: ${inner(field)})`;
	const values = /ptions$/.test(type) ? choices(field) : [];
	const all = [`\`${name}\``, values.length <= MOST_VALUES ? values.join(', ') : ''];
	return `${displayName} (${all.filter(Boolean).join(': ')}${required ? '; required' : ''})`;
}

/** A fixed collection has its fields in a group. */
const pathOf = ({ name, type, options = [] }: INodeProperties): string =>
	type === 'fixedCollection' ? `${name}.${options[0].name}` : name;

/** The fields in a collection. */
const inner = ({ options = [] }: INodeProperties): string =>
	options
		.flatMap((option) => ('values' in option ? option.values : 'type' in option ? [option] : []))
		.map(shown)
		.join(', ');

const choices = ({ options = [] }: INodeProperties): string[] =>
	options.flatMap((option) => {
		if (!('value' in option)) return [];
		const value = `\`${option.value}\``;
		return /\d/.test(value) ? `${option.name} ${value}` : value;
	});

const resourceName = ({ properties }: INodeTypeDescription, resource: string): string => {
	const options = properties.find(({ name }) => name === 'resource')?.options ?? [];
	const isIt = (option: (typeof options)[number]): option is INodePropertyOptions =>
		'value' in option && option.value === resource;
	return options.find(isIt)?.name ?? resource;
};
