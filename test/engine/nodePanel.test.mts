import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { descriptionOf } from './lib/descriptions.mts';

/**
 * An entry of n8n's node panel, as the editor merges them: a trigger joins the node of its name, and gives it its
 * description.
 */
async function entryOf(name: string) {
	const { description } = await descriptionOf(`${name}Trigger`);
	return { properties: { ...(await descriptionOf(name)), description } };
}

let entries: Array<Awaited<ReturnType<typeof entryOf>>> = [];

beforeAll(async () => {
	entries = [await entryOf('link'), await entryOf('message')];
}, 60_000);

/** Names of what a search finds. */
const found = (text: string): string[] =>
	sublimeSearch(text, entries, [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	])
		.map(({ item }) => item.properties.displayName)
		.sort();

test.each([
	...['sms', 'sms campaign', 'bulk sms', 'send sms', 'otp', '2fa', 'phone', 'text message'],
	...['delivery report', 'approval', 'human review', 'notification', 'opt-out'],
])('%s finds Message alone', (text) => expect(found(text)).toEqual(['Mobizon Message']));

test.each([
	...['short link', 'url shortener', 'shorten url', 'link shortener', 'click', 'tracking'],
])('%s finds Link alone', (text) => expect(found(text)).toEqual(['Mobizon Link']));

test.each(['mobizon', 'marketing'])('%s finds both', (text) => {
	expect(found(text)).toEqual(['Mobizon Link', 'Mobizon Message']);
});

test('the panel says what each node is for', () => {
	const texts = entries.map(({ properties }) => properties.description);
	expect(texts).toEqual([
		'Make short links, count their clicks, and start workflows when they are clicked',
		'Send SMS, follow their delivery, and start workflows when it changes',
	]);
});
