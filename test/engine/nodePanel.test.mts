import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { INodeTypeDescription } from 'n8n-workflow';
import { readFileSync } from 'node:fs';

import { engine } from './lib/engine.mts';

/** An entry of n8n's node panel. */
interface Entry {
	properties: Pick<INodeTypeDescription, 'name' | 'displayName' | 'description' | 'codex'>;
}

let entries: Entry[] = [];

/** As the editor of n8n merges them: a trigger joins the node of its name, and gives it its description. */
beforeAll(async () => {
	const { loader } = await engine();
	const described = (folder: string): Entry['properties'] => {
		const name = folder[0].toLowerCase() + folder.slice(1);
		const { type } = loader.getNode(name);
		if (!('properties' in type.description)) throw new Error(`${name} has no properties`);
		const codex = JSON.parse(readFileSync(`nodes/${folder}/${folder}.node.json`, 'utf8'));
		return { ...type.description, codex };
	};
	entries = ['Link', 'Message'].map((folder) => {
		const { description } = described(`${folder}Trigger`);
		return { properties: { ...described(folder), description } };
	});
}, 60_000);

/** Names of what a search finds, the best first. */
const found = (text: string): string[] =>
	sublimeSearch(text, entries, [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	]).map(({ item }) => item.properties.displayName);

test.each([
	'sms',
	'sms campaign',
	'bulk sms',
	'otp',
	'text message',
	'send sms',
	'delivery report',
])('"%s" finds Mobizon Message, and nothing else of ours', (text) =>
	expect(found(text)).toEqual(['Mobizon Message']),
);

test.each(['short link', 'url shortener', 'click'])(
	'"%s" finds Mobizon Link, and nothing else of ours',
	(text) => expect(found(text)).toEqual(['Mobizon Link']),
);

test('the panel says what each node is for', () => {
	const texts = entries.map(({ properties }) => properties.description);
	expect(texts).toEqual([
		'Make short links, count their clicks, and start workflows when they are clicked',
		'Send SMS, follow their delivery, and start workflows when it changes',
	]);
});
