import { loadPackage } from '../engine/lib/package.mts';
import { nodePage } from './nodePage.mts';

/** The generated pages by file name. */
export async function pages(): Promise<Map<string, string>> {
	const loader = await loadPackage();
	return new Map(
		['link', 'message', 'messageTrigger'].map((name) => {
			const { type } = loader.getNode(name);
			if (!('properties' in type.description)) throw new Error(`${name} has no properties`);
			return [`docs/${name}.md`, nodePage(type.description)];
		}),
	);
}
