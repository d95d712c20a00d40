import assert from 'node:assert/strict';
import { until } from '../lib/progress.mts';
import type { WorkflowFile } from '../lib/workflows.mts';
import { checkItems, only, type Play } from './stage.mts';

const PEOPLE = [
	{ name: 'Aigerim', phone: '+7 701 555 10 00', secret: '0b1f6d9c2a' },
	{ name: 'Boris', phone: '+7 701 555 10 02', secret: '7e44a1c05d' },
];
/** The same person once more, who comes into the table after she opted out. */
const TWIN = { name: 'Aigerim', phone: '8 (701) 555-10-00', secret: 'c2d1e0f9b8' };

/** Puts the address of our n8n in, as users put in theirs. */
const at = (file: WorkflowFile, n8nUrl: string): WorkflowFile =>
	JSON.parse(JSON.stringify(file).replaceAll('https://n8n.example.com', n8nUrl));

/** Sends a campaign; one person opens the way out and presses the button; the next campaign obeys. */
export const checkOptOut: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const workflow = await stage.save(at(stage.file, n8nUrl));
	const run = async () => (await stage.run(workflow)).execution;
	assert.deepEqual((await run()).items('Send the SMS'), [], 'nobody is in the table yet');
	await session.addRows('SMS people', PEOPLE);
	await session.activate(workflow);
	const messages = stage.listen();
	assert.equal((await run()).items('Send the SMS').length, 2);

	// Both go out at once: either may come first.
	const hers = messages().filter(({ to }) => to === '77015551000');
	const { text } = only(hers, "message of Aigerim's");
	const shortLink = /https?:\S+$/.exec(text)?.[0] ?? '';
	const page = await until('The page', async () => {
		const shown = await fetch(shortLink);
		return shown.ok ? { url: shown.url, html: await shown.text() } : undefined;
	});
	assert.match(page.html, /<button/);
	assert.deepEqual(await session.readDataTable('SMS opt-outs'), [], 'opening it changes nothing');
	const pressed = await fetch(page.url, { method: 'POST' });
	assert.match(await pressed.text(), /You get no more SMS/);
	const stranger = await fetch(page.url.replace(/p=.*/, 'p=guessed'), { method: 'POST' });
	assert.ok(stranger.ok);
	assert.equal((await session.readDataTable('SMS opt-outs')).length, 1);

	await session.addRows('SMS people', [TWIN]);
	const next = await run();
	checkItems(next, {
		'Not opted out': [{ name: 'Boris' }, { name: 'Aigerim' }],
		'Send the SMS': [
			{ outcome: 'skipped', reason: undefined },
			{ outcome: 'skipped', reason: 'optedOut' },
		],
	});
	assert.equal(messages().length, 2);
};
