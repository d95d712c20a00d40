import { setTimeout as wait } from 'node:timers/promises';

import { LIST, range, sending, SEND, to } from './lib/sending.mts';

const s = sending();
const CONTINUE = { onError: 'continueRegularOutput' as const };
const twins = (count: number) => range(count).map(() => ({ to: to(9), text: 'Hi' }));

/** Puts a message into the service's list that some other workflow sent. */
const other = (recipient: string, text: string, ageMs = 0) => {
	const createTs = s.service.now() - ageMs;
	const campaign = { name: '', status: 'SENT', createTs, deferredToTs: null };
	const { id } = s.service.store.campaigns.add(campaign);
	s.service.store.addMessage({ campaignId: id, to: recipient, text });
};

async function alikeInTheList() {
	const items = [
		{ to: to(0), text: 'sent a minute ago' },
		{ to: '49301234567', text: 'part of another number' },
		{ to: to(2), text: 'Same text, other case' },
		{ to: to(3), text: 'two of them in the list' },
	];
	other(to(0), items[0].text, 61_000);
	for (const item of items) s.strike(`${item.to}&`, { drop: 'before' });
	const running = s.send(items, {}, CONTINUE);
	const isCalled = ({ to: number }: { to: string }) => s.called().includes(number);
	while (!items.every(isCalled)) await wait(5);
	other('493012345678', items[1].text);
	other(to(2), items[2].text.toUpperCase());
	other(to(3), items[3].text);
	other(to(3), items[3].text);
	return await running;
}

async function anotherItemsMessage() {
	s.strike(to(4), { drop: 'before' });
	const { main } = await s.send(
		range(2).map(() => ({ to: to(4), text: 'Hi' })),
		{ maxConcurrent: 1 },
		CONTINUE,
	);
	expect(main[1].json).toMatchObject({ statusText: 'sent' });
	return { main: [main[0]] };
}

async function oneOfTwins() {
	s.strike(to(5), { drop: 'after' });
	s.strike(to(5), { drop: 'before' });
	return await s.send(
		range(2).map(() => ({ to: to(5), text: 'Hi' })),
		{},
		CONTINUE,
	);
}

/** The list holds short links, which do not tell whose they are. */
async function oneOfTwoLinks() {
	s.strike(to(6), { drop: 'after' });
	s.strike(to(6), { drop: 'before' });
	const items = range(2).map((n) => ({ to: to(6), text: `Track https://example.com/${n}` }));
	return await s.send(items, {}, { ...CONTINUE, additionalFields: { shortenLinks: true } });
}

/** A service that pays no heed to the time from which campaigns are asked for. */
async function timeIgnored() {
	const row = {
		id: '1',
		campaignId: '2',
		to: to(7),
		text: 'Hi',
		startSendTs: '2020-01-01 10-00-00',
	};
	const body = JSON.stringify({
		code: 0,
		data: { items: [row], totalItemCount: '1' },
		message: '',
	});
	s.strike(to(7), { drop: 'before' });
	s.service.faults.add({
		method: LIST,
		when: ({ rawBody }) => rawBody.includes(to(7)),
		times: Infinity,
		kind: { status: 200, body },
	});
	return await s.send([{ to: to(7), text: 'Hi' }], {}, CONTINUE);
}

test('what is not certainly the item’s own message is not adopted', async () => {
	const scenes = [alikeInTheList, anotherItemsMessage, oneOfTwins, oneOfTwoLinks, timeIgnored];
	const played = scenes.map(async (play) => await play());
	const outputs = (await Promise.all(played)).flatMap(({ main }) => main);
	expect(outputs).toHaveLength(10);
	for (const { json } of outputs) {
		expect(json.error).toMatch(/^It is not known whether the message to \d+ was sent: /);
		expect(json.messageId).toBeUndefined();
	}
	expect(s.callsOf(SEND)).toHaveLength(11);
}, 60_000);

test('twins whose answers were all lost are adopted when all of them show, each its own message', async () => {
	s.service.faults.listLag = 600;
	s.strike(to(9), { drop: 'after' }, 3);
	const { main } = await s.send(twins(3), {}, CONTINUE);
	expect(main.map(({ json }) => json.recovered)).toEqual([true, true, true]);
	expect(new Set(main.map(({ json }) => json.messageId)).size).toBe(3);
});

test('a lost twin does not get the ID of the accepted one', async () => {
	s.strike(to(9), { drop: 'after' });
	const { main } = await s.send(twins(3), { maxConcurrent: 1 }, CONTINUE);
	expect(main.map(({ json }) => json.messageId)).toEqual([70000000002, 70000000004, 70000000006]);
	expect(main.map(({ json }) => json.recovered)).toEqual([true, undefined, undefined]);
});
