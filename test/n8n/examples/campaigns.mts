import assert from 'node:assert/strict';
import { z } from 'zod';
import { until } from '../lib/progress.mts';
import { withNode, type WorkflowFile } from '../lib/workflows.mts';
import { startMailbox } from './standIns.mts';
import { endedMessages } from './watchers.mts';
import { checkItems, only, type Play } from './stage.mts';

const PEOPLE = [
	{ name: 'Aigerim', phone: '+7 701 555 11 00' },
	{ name: 'Aigerim again', phone: '8 (701) 555-11-00' },
	{ name: 'Boris', phone: '+7 701 555 11 02' },
	{ name: 'Clara', phone: '+7 701 555 11 01' },
	{ phone: '+7 701 555 11 04' },
];
const STOPPED = { phone: '8 701 555 11 02' };

/** Plays a Monday with one person in two spellings, one who said stop and one without a name; then the Tuesday. */
export const checkMonday: Play = async (stage) => {
	const { session, service } = stage;
	const { credentials, mails } = await startMailbox(session, 'Mail of the newsletter');
	const send = stage.file.nodes.find(({ name }) => name === 'Send the offer');
	// Whoever plays this at night must not wait until morning.
	const { allowedHours, ...options } = z
		.object({ allowedHours: z.unknown() })
		.passthrough()
		.parse(send?.parameters.options);
	assert.ok(allowedHours);
	const awake = withNode(stage.file, 'Send the offer', { parameters: { options } });
	const workflow = await stage.save(withNode(awake, 'Mail the report', { credentials }));
	await stage.run(workflow);
	await session.addRows('Newsletter people', PEOPLE);
	await session.addRows('Newsletter stops', [STOPPED]);

	const messages = stage.listen();
	const monday = async () => (await stage.run(workflow, 'Monday, 9:00')).execution;
	const first = await monday();
	const reached = messages().map(({ to }) => to);
	assert.deepEqual(reached.sort(), ['77015551100', '77015551101']);
	checkItems(first, {
		'Send the offer': [
			{ name: 'Aigerim', outcome: 'accepted' },
			{ name: 'Aigerim again', outcome: 'skipped', reason: undefined },
			{ name: 'Boris', outcome: 'skipped', reason: 'optedOut' },
			{ name: 'Clara', outcome: 'accepted' },
		],
		'Not sent': [{ what: /nothing in place of \{\{ \$json\.name \}\}/ }],
	});
	await monday();
	assert.equal(messages().length, 2, 'run twice, sent once');

	await until('The end of the messages', async () => {
		const ended = endedMessages(service).map(({ id }) => id);
		return messages().every(({ id }) => ended.includes(String(id)));
	});
	await stage.run(workflow, 'Tuesday, 9:00');
	const { content } = only(mails, 'mail');
	assert.match(content, /Newsletter: 1 of 2 reached/);
	assert.match(content, /Not reached:\s+Clara, 77015551101/);
};

const SUBSCRIBERS = [
	// As a generator of passwords makes it.
	{ name: 'Aigerim', phone: '+7 701 555 10 00', secret: '0b1&6d+9#2a%' },
	{ name: 'Boris', phone: '+7 701 555 10 02', secret: '7e44a1c05d' },
];
const NO_WAY_OUT = { name: 'Clara', phone: '+7 701 555 10 04', secret: '' };
const NAMELESS = { phone: '+7 701 555 10 06', secret: '93bd20c7aa' };
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
	await session.addRows('SMS people', [...SUBSCRIBERS, NO_WAY_OUT, NAMELESS]);
	await session.activate(workflow);
	const messages = stage.listen();
	const outcomes = (await run()).items('Send the SMS').map(({ outcome }) => outcome ?? 'failed');
	assert.deepEqual(outcomes, ['accepted', 'accepted', 'failed', 'failed']);
	assert.equal(messages().length, 2, 'no SMS without a way out, or to "Hello ,"');

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
	for (const guess of ['p=guessed', 'p=', '']) {
		const guessed = await fetch(page.url.replace(/p=.*/, guess), { method: 'POST' });
		assert.match(await guessed.text(), /not known/);
	}
	assert.equal((await session.readDataTable('SMS opt-outs')).length, 1);

	await session.addRows('SMS people', [TWIN]);
	const next = await run();
	checkItems(next, {
		'Not opted out': [{ name: 'Boris' }, { name: 'Clara' }, {}, { name: 'Aigerim' }],
		'Send the SMS': [
			{ outcome: 'skipped', reason: undefined },
			{ error: /no.*{{ \$json.shortLink }}/ },
			{ error: /item.json.name }}/ },
			{ outcome: 'skipped', reason: 'optedOut' },
		],
	});
	assert.equal(messages().length, 2);
};
