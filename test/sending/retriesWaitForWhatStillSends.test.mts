import type { IDataObject } from 'n8n-workflow';

import { gate, until } from '../until.mts';
import { passes } from './lib/clock.mts';
import { count, crashes } from './lib/crashes.mts';
import { wordsOf } from './lib/scene.mts';
import { CONTINUE, LIST, LOST, people, person, range, REFUSED } from './lib/sending.mts';
import { startProcess, to, type More } from './lib/sending.mts';

const { s, retry, loop, loopIn, sentTwice, expectOneForEach } = crashes();

test('of retries at the same time each waits for the one before, and sends what that was refused', async () => {
	const [began, items] = [Date.now(), people(4)];
	const { held, open } = gate();
	s.strike(to(0), { delay: held, at: 'after' });
	s.strike(to(1), REFUSED);
	s.strike(to(2), LOST);
	const more: More = { mode: 'retry', began, ...CONTINUE };
	const first = s.send(items, { maxConcurrent: 1 }, more);
	await until(() => s.taken().length === 1);
	const othersGoOn = async () => {
		for (let n = 0; n < 4; n++) await s.acquaint();
	};
	const stopped = s.start(items, {}, more);
	const second = retry(items, began);
	await othersGoOn();
	stopped.cancel();
	await stopped;
	const third = retry(items, began);
	await othersGoOn();
	expect(s.called()).toEqual([]);
	open();
	expect(wordsOf(await first)).toEqual(['sent', 'refused', 'unknown', 'sent']);
	expect(wordsOf(await second)).toEqual(['found', 'sent', 'unknown', 'found']);
	expect(wordsOf(await third)).toEqual(['found', 'found', 'unknown', 'found']);
	expect(s.taken()).toEqual([0, 3, 1].map(to));
});

/** An execution of another process that sends one message a second from now on, whatever n8n calls it. */
function goesOn(items: IDataObject[], last = items.length) {
	const { store } = s.service;
	const began = Date.now();
	let sent = 0;
	const when = () => {
		for (; sent < Math.min(last, (Date.now() - began) / 1000); sent++) {
			const createTs = began + 1000 * sent;
			const campaignId = String(9_000_000 + sent);
			store.campaigns.add({ id: campaignId, createTs });
			store.addMessage({ ...items[sent], campaignId, createdAt: createTs });
		}
		return false;
	};
	s.service.faults.add({ method: LIST, when, kind: { delay: 0 } });
	passes(11_000);
	return { began, end: () => (last = sent) };
}

test('an execution of another process that has ended: the retry sends the rest', async () => {
	const items = people(400).slice(100);
	const { began } = goesOn(items, 10);
	expect(count(wordsOf(await retry(items, began)), 'sent')).toBe(290);
	expectOneForEach(items);
});

test('while an execution of another process sends, its retry does not', async () => {
	const items = people(400).slice(100);
	const { began, end } = goesOn(items);
	const { main } = await retry(items, began);
	const unknown = { details: { outcome: 'unknown', reason: 'sending' } };
	expect(main.map(({ json }) => json)).toMatchObject(items.map(() => unknown));
	expect(s.called()).toEqual([]);
	const sent = end();
	passes(80_000);
	expect(count(wordsOf(await retry(items, began)), 'sent')).toBe(300 - sent);
	expectOneForEach(items);
});

test.each([
	[1, 120, 0],
	[10, 120, 0],
	[10, 300, 16_000],
	[300, 600, 0],
])('nor does it in a loop: %i of %i in a run, and %i ms between two', async (size, all, ms) => {
	const items = people(all);
	const { began } = goesOn(items);
	const more: More = { context: {}, mode: 'retry', began, ...CONTINUE };
	for (let n = 0; n * size < all; n++) {
		await s.send(items.slice(n * size, (n + 1) * size), {}, { ...more, earlierRuns: n });
		passes(ms);
	}
	expect(s.called()).toEqual([]);
});

test('nor does another node of the retry', async () => {
	const { began } = goesOn(people(300));
	const more: More = { context: {}, mode: 'retry', began, ...CONTINUE };
	await s.send(people(300), {}, { ...more, nodeId: 'another' });
	// Of whom the list has nothing.
	const words = wordsOf(await s.send([person(500), person(501)], {}, more));
	expect([words, s.called()]).toEqual([['unknown', 'unknown'], []]);
});

test('the retry of a loop waits for the list only once, if nothing more comes', async () => {
	const { began } = goesOn(people(50));
	passes(600_000);
	const start = Date.now();
	await loop(began, ...range(10).map((n) => range(5).map((k) => n * 5 + k)));
	expect([s.called(), Date.now() - start < 120_000]).toEqual([[], true]);
});

test.each([
	['', 0],
	[', where its clock is 5 minutes behind', -300_000],
])(
	'what the list showed as new is new to a later run of a loop, too%s: it waits for the rest',
	async (_, accountClockOffset) => {
		s.service.setFreedoms({ accountClockOffset });
		const [began, process] = [Date.now(), startProcess()];
		s.service.faults.listLag = 30_000;
		for (const n of range(3)) {
			await s.send([person(n)], {}, { mode: 'trigger', began });
			passes(n === 0 ? 200_000 : 25_000);
		}
		const node = s.node([], { interval: 100_000 }, { mode: 'retry', began, process, ...CONTINUE });
		const rounds = [people(7).slice(4), people(3).slice(1)];
		await s.engine.start(node, rounds);
		expect(sentTwice()).toEqual([]);
	},
);

test('of many messages, the newest show that others may not be listed yet', async () => {
	const [began, process] = [Date.now(), startProcess()];
	s.service.faults.listLag = 30_000;
	await s.send(people(150), { interval: 3000 }, { mode: 'trigger', began });
	await retry(people(150), began, { process });
	expect(sentTwice()).toEqual([]);
});

test.each([
	['in one run', [range(6)]],
	['in a loop', range(6).map((n) => [n])],
])(
	'an execution that goes on in the same process, %s, and two retries: one for each',
	async (_, rounds) => {
		const began = Date.now();
		const { held, open } = gate();
		s.strike(to(1), { delay: held, at: 'after' });
		const first = loopIn('trigger', began, rounds);
		await until(() => s.called().includes(to(1)));
		passes(80_000);
		const retries = range(2).map(async () => await loop(began, ...rounds));
		for (let n = 0; n < 40; n++) await s.acquaint();
		open();
		await Promise.all([first, ...retries]);
		expect(s.taken().toSorted()).toEqual(range(6).map(to));
	},
);

test('a retry does not wait for another workflow that began in the same millisecond', async () => {
	const began = Date.now();
	const { held, open } = gate();
	s.strike(to(0), { delay: held, at: 'after' });
	const other = s.send(people(1), {}, { mode: 'trigger', began, workflowId: 'another' });
	await until(() => s.taken().length === 1);
	expect(wordsOf(await retry([person(1)], began))).toEqual(['sent']);
	open();
	await other;
});
