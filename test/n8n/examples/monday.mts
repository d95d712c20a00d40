import assert from 'node:assert/strict';
import { z } from 'zod';
import { until } from '../lib/progress.mts';
import { withNode } from '../lib/workflows.mts';
import { startMailbox } from './standIns.mts';
import { endedMessages } from './polling.mts';
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
	const { port, mails } = await startMailbox();
	const server = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const smtp = await session.saveCredential('smtp', 'Mail of the newsletter', {
		user: '',
		password: '',
		...server,
	});
	const send = stage.file.nodes.find(({ name }) => name === 'Send the offer');
	// Whoever plays this at night must not wait until morning.
	const { allowedHours, ...options } = z
		.object({ allowedHours: z.unknown() })
		.passthrough()
		.parse(send?.parameters.options);
	assert.ok(allowedHours);
	const awake = withNode(stage.file, 'Send the offer', { parameters: { options } });
	const workflow = await stage.save(withNode(awake, 'Mail the report', { credentials: smtp }));
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
