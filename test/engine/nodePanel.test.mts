import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { INodeTypeDescription } from 'n8n-workflow';

import { descriptionOf } from './lib/descriptions.mts';

/** An entry of n8n's node panel. */
interface Entry {
	properties: Pick<INodeTypeDescription, 'name' | 'displayName' | 'description' | 'codex'>;
}

let entries: Entry[] = [];

/** As the editor of n8n merges them: a trigger joins the node of its name, and gives it its description. */
async function entryOf(folder: string): Promise<Entry> {
	const name = folder.toLowerCase();
	const { description } = await descriptionOf(`${name}Trigger`);
	return { properties: { ...(await descriptionOf(name)), description } };
}

beforeAll(async () => {
	entries = [await entryOf('Link'), await entryOf('Message')];
}, 60_000);

/** Names of what a search finds, the best first. */
const found = (text: string): string[] =>
	sublimeSearch(text, entries, [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	]).map(({ item }) => item.properties.displayName);

const MESSAGE = ['sms', 'sms campaign', 'bulk sms', 'otp', 'text message', 'delivery report'];
const LINK = ['short link', 'url shortener', 'click'];

test.each([
	...[...MESSAGE, 'send sms'].map((text) => [text, 'Mobizon Message']),
	...LINK.map((text) => [text, 'Mobizon Link']),
])('"%s" finds %s, and nothing else of ours', (text, name) => expect(found(text)).toEqual([name]));

test('the panel says what each node is for', () => {
	const texts = entries.map(({ properties }) => properties.description);
	expect(texts).toEqual([
		'Make short links, count their clicks, and start workflows when they are clicked',
		'Send SMS, follow their delivery, and start workflows when it changes',
	]);
});
