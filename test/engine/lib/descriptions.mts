import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { loadPackage } from './package.mts';

export async function descriptionOf(name: string): Promise<INodeTypeDescription> {
	const { description } = (await loadPackage()).getNode(name).type;
	if (!('properties' in description)) throw new Error(`${name} has no properties`);
	return description;
}

/** All fields, those of collections too, by path: `options.allowedHours.values.from`. */
export const fieldsIn = (
	properties: INodeProperties[],
	prefix = '',
): Array<[path: string, field: INodeProperties]> =>
	properties.flatMap((field) => {
		const path = `${prefix}${field.name}`;
		const inner = (field.options ?? []).flatMap((option) =>
			'values' in option
				? fieldsIn(option.values, `${path}.${option.name}.`)
				: 'type' in option
					? fieldsIn([option], `${path}.`)
					: [],
		);
		return [[path, field], ...inner];
	});

/** The fields of an operation, `resource.operation`, without those that AI agents alone are given. */
export function fieldsOf({ properties }: INodeTypeDescription, choice: string): INodeProperties[] {
	const [resource, operation] = choice.split('.');
	return properties.filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		const isOwn = show?.resource?.includes(resource) && show.operation?.includes(operation);
		return isOwn && !show?.['@tool'];
	});
}

/** The same with those in collections, by path. */
export const operationFields = (description: INodeTypeDescription, choice: string) =>
	new Map(fieldsIn(fieldsOf(description, choice)));

/** The operations that a node offers, `resource.operation` each, as n8n shows them, with the name of the resource. */
export function offered({ properties }: INodeTypeDescription) {
	const { options: resources = [] } = properties.find(({ name }) => name === 'resource') ?? {};
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const of = displayOptions?.show?.resource?.join();
			const { name: resource } =
				resources.find((option) => 'value' in option && option.value === of) ?? {};
			return options.flatMap((option) =>
				'value' in option ? [{ ...option, resource, choice: `${of}.${option.value}` }] : [],
			);
		});
}
