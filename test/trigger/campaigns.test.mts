import { areAllDrawn, drawn } from '../draws.mts';
import { NOON } from '../engine/lib/harness.mts';
import { messages } from './lib/account.mts';
import type { Settings } from './lib/n8nHost.mts';

jest.setTimeout(300_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const CALL_MS = 100;
/** A poll takes no longer, whatever time n8n gives it: its first one is part of publishing, which n8n gives up after 84 s. */
const MOST_MS = 40 * SECOND;

const mine = messages();
// All clocks move together, and only when a test says so.
let passed = 0;
const realNow = Date.now();
const timeouts = new Map<AbortController, number>();
function pass(ms: number): void {
	passed += ms;
	mine.service.advance(ms);
	for (const [timeout, ends] of timeouts) if (ends <= passed) timeout.abort();
}
beforeEach(() => {
	passed = 0;
	timeouts.clear();
	jest.spyOn(Date, 'now').mockImplementation(() => realNow + passed);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const timeout = new AbortController();
		timeouts.set(timeout, passed + ms);
		return timeout.signal;
	});
});

/** A trigger that has begun, and what its polls, one a minute, emit and cost. Each call takes a while. */
async function watch(settings: Settings & { callMs?: number } = {}) {
	const emitted: string[] = [];
	const errors: string[] = [];
	const { callMs = CALL_MS } = settings;
	const beforeCall = async () => await Promise.resolve(pass(callMs));
	const { parameters } = settings;
	const host = await mine.watching(parameters, { beforeCall, budget: 36_000, ...settings });
	mine.asked();
	/** @returns the calls that it took */
	const poll = async (interval = MINUTE): Promise<number> => {
		const began = passed;
		await host.items().then(
			(items) => emitted.push(...items.map(({ eventId }) => String(eventId))),
			(error: Error) => errors.push(error.message),
		);
		expect(host.snapshot().length).toBeLessThan(64 * 1024);
		expect(passed - began).toBeLessThan(Math.min(settings.budget ?? 36_000, MOST_MS) + 500);
		pass(Math.max(0, interval - (passed - began)));
		return mine.asked().length;
	};
	return { ...host, emitted, errors, poll };
}

/** IDs as of campaigns, that lie close together. */
const addMany = (count: number, status: string, at = NOON + passed) => {
	const first = 70_000_000_000 + mine.service.store.messages.size * 3;
	const ids = Array.from({ length: count }, (_, n) => String(first + n * 3));
	mine.service.store.addMessages(count, (n) => {
		return { id: ids[n], to: `7${ids[n].slice(1)}`, status, statusUpdateTs: at };
	});
	return ids;
};

const CROWD = areAllDrawn ? 50_000 : 10_000;

const CROWDS = drawn<[what: string, budget: number, callMs: number]>([
	['when it takes several polls', 36_000, 100],
	['of a fast service, 400 calls a poll', 300_000, 10],
	['of a slow service, when n8n gives a poll five minutes', 300_000, 180],
]);

it.each(CROWDS)(`${CROWD} expire in a second, %s: all, once`, async (_when, budget, callMs) => {
	const { emitted, errors, poll } = await watch({ budget, callMs });
	const ids = addMany(CROWD, 'EXPIRED');
	pass(5 * SECOND);
	const [behind] = addMany(1, 'DELIVRD');
	pass(MINUTE);
	for (let polls = 0; polls < 8; polls++) expect(await poll()).toBeLessThanOrEqual(400);
	const events = new Set(emitted);
	const due = [...ids.map((id) => `${id}:EXPIRED`), `${behind}:DELIVRD`];
	expect(due.filter((id) => !events.has(id))).toEqual([]);
	expect(emitted.length - events.size).toBeLessThanOrEqual(1_000);
	expect(errors).toEqual([]);
	expect([await poll(), await poll()]).toEqual([1, 1]);
	const [next] = addMany(1, 'DELIVRD');
	await poll();
	expect(emitted.at(-1)).toBe(`${next}:DELIVRD`);
});

// docs/trigger.md says these figures.
const RATES = drawn([
	[10, 1],
	[1_000, 27],
	[5_000, 124],
]);

it.each(RATES)('%i a minute, each twice: %i calls a poll at most, then 1', async (rate, most) => {
	const { emitted, errors, poll } = await watch();
	const held: string[] = [];
	const sent: string[][] = [];
	const calls: number[] = [];
	for (let minute = 0; minute < 4; minute++) {
		for (let second = 0; second < 60; second++) {
			const due = Math.floor((rate * (second + 1)) / 60) - Math.floor((rate * second) / 60);
			sent.push(addMany(minute < 2 ? due : 0, 'ACCEPTD'));
			held.push(...(sent.at(-1) ?? []).map((id) => `${id}:ACCEPTD`));
			for (const id of sent.at(-91) ?? []) {
				mine.service.store.setStatus(id, 'DELIVRD');
				held.push(`${id}:DELIVRD`);
			}
			pass(SECOND);
		}
		calls.push(await poll(0));
	}
	for (let minute = 0; minute < 4; minute++) await poll();
	process.stdout.write(`${rate} messages a minute: ${calls.join(', ')} calls a poll\n`);
	expect(errors).toEqual([]);
	expect(Math.max(...calls)).toBe(most);
	expect(emitted).toHaveLength(held.length);
	const events = new Set(emitted);
	expect(held.filter((event) => !events.has(event))).toEqual([]);
	expect(await poll()).toBe(1);
});

it('30 changes a minute, for a while: one call a poll', async () => {
	const { poll } = await watch();
	for (let minute = 0; minute < 9; minute++) {
		for (let n = 0; n < 30; n++, pass(2 * SECOND)) addMany(1, 'DELIVRD');
		expect(await poll(0)).toBe(1);
	}
});

it.each<[string, number | undefined, number, zone?: string]>([
	['the last three days come', undefined, 600],
	['they come, by a zone too far east', undefined, 600, 'Asia/Tokyo'],
	['those of the last 48 hours come', 48, 400],
	['all of them come', 0, 6_000],
])('after 30 days off, with 200 changes a day, %s', async (...given) => {
	const [, ignoreOlderThan, expected, zone] = given;
	const options = ignoreOlderThan === undefined ? {} : { ignoreOlderThan };
	addMany(1, 'DELIVRD');
	const { emitted, poll, restart } = await watch({
		zone,
		parameters: { triggerOn: 'any', options },
	});
	pass(30 * 24 * HOUR);
	for (let n = 0; n < 6_000; n++) {
		addMany(1, 'DELIVRD', NOON + passed - ((n + 0.5) * 24 * HOUR) / 200);
	}
	restart();
	await poll();
	expect(emitted).toHaveLength(expected);
});

it.each([
	[{ mode: 'everyMinute' }, 100, 0],
	[{ mode: 'everyWeek' }, 239, 1],
	[{ mode: 'everyWeek' }, 241, 0],
	[{ mode: 'everyMonth' }, 815, 1],
	[{ mode: 'everyMonth' }, 817, 0],
	[{ mode: 'custom', cronExpression: '*/5 8-18 * * *' }, 100, 0],
	[{ mode: 'custom', cronExpression: ' 0 9 * * 1 ' }, 239, 1],
	[{ mode: 'custom', cronExpression: '30 0 9 * * MON' }, 241, 0],
	[{ mode: 'custom', cronExpression: '0 9 1,15 * *' }, 815, 1],
])('polled by %j, what changed %i h ago comes, or is too old: %i', async (...given) => {
	const [item, hoursAgo, expected] = given;
	addMany(1, 'DELIVRD');
	const parameters = { triggerOn: 'any', pollTimes: { item: [item] } };
	const { emitted, poll } = await watch({ parameters });
	addMany(1, 'DELIVRD');
	pass(hoursAgo * HOUR);
	await poll();
	expect(emitted).toHaveLength(expected);
});

it('an account that moves to a zone far west, with its credential, goes on', async () => {
	addMany(1, 'DELIVRD');
	const { account, emitted, poll } = await watch();
	const before = addMany(1, 'DELIVRD');
	await poll();
	account.timezone = 'Europe/Berlin';
	const after = addMany(2, 'DELIVRD', NOON + passed - 4 * HOUR);
	for (let polls = 0; polls < 3; polls++) await poll();
	expect(emitted).toEqual([...before, ...after].map((id) => `${id}:DELIVRD`));
});

it.each([
	['right', 0],
	['fast', 5 * MINUTE],
])(
	'after a zone too far east is corrected, nothing old comes, the clock of rows %s',
	async (_clock, ahead) => {
		addMany(300, 'DELIVRD', NOON - 2 * HOUR);
		addMany(1, 'DELIVRD', NOON + ahead);
		const { account, emitted, poll } = await watch({ zone: 'Asia/Tokyo' });
		account.timezone = mine.service.timezone;
		await poll();
		const [id] = addMany(1, 'DELIVRD', NOON + passed + ahead);
		await poll();
		expect(emitted).toEqual([`${id}:DELIVRD`]);
	},
);

it('in a zone far west of it, what has come is not read for ever', async () => {
	const { emitted, poll } = await watch({ zone: 'America/Los_Angeles' });
	addMany(150, 'DELIVRD');
	await poll();
	expect(emitted).toHaveLength(150);
	pass(24 * HOUR);
	for (let polls = 0; polls < 3; polls++) await poll();
	expect(await poll()).toBe(1);
});

it('250 messages to one person in one second, in another order in each answer: all of them', async () => {
	const { emitted, poll } = await watch();
	mine.service.setFreedoms({ tiesShuffled: true, numbersWithPlus: true, idForm: 'spaced' });
	const row = { to: '77011234567', status: 'DELIVRD', statusUpdateTs: NOON + passed };
	mine.service.store.addMessages(250, () => row);
	await poll(30 * SECOND);
	await poll();
	expect(new Set(emitted).size).toBe(250);
	expect(emitted).toHaveLength(250);
});

it('so many to one person hide no change of the seconds after them', async () => {
	const { emitted, poll } = await watch();
	mine.service.setFreedoms({ tiesShuffled: true });
	const add = (count: number) => {
		const row = { to: '77011234567', status: 'DELIVRD', statusUpdateTs: NOON + passed };
		mine.service.store.addMessages(count, () => row);
	};
	add(300);
	for (let second = 0; second < 13; second++) {
		pass(SECOND);
		add(1);
	}
	// What is so new that no poll reads the crowd again.
	pass(2 * MINUTE);
	add(1);
	await poll();
	const late = [...mine.service.store.messages.all()].slice(300).map(({ id }) => `${id}:DELIVRD`);
	expect(late.filter((event) => !emitted.includes(event))).toEqual([]);
});

it.each([
	['over several seconds', 2],
	['in one second', 0],
])('a poll that fails amid changes %s keeps what it read', async (_what, seconds) => {
	const { emitted, errors, poll } = await watch();
	for (let n = 0; n < 20; n++) {
		addMany(40, 'DELIVRD');
		pass(seconds * SECOND);
	}
	pass(2 * MINUTE);
	for (let polls = 0; polls < 5; polls++) {
		mine.service.faults.add({ after: 2, kind: { code: 8 } });
		await poll();
		expect(emitted).not.toEqual([]);
	}
	await poll();
	expect([errors, emitted.length, new Set(emitted).size]).toEqual([[], 800, 800]);
});

it('messages that leave the list while it is read: those that stay come', async () => {
	const { emitted, errors, poll } = await watch();
	addMany(250, 'DELIVRD');
	pass(MINUTE);
	mine.service.setFreedoms({ oldestLeave: 5 });
	for (let polls = 0; polls < 3; polls++) await poll();
	const left = mine.service.store.messages.listed().map(({ id }) => `${id}:DELIVRD`);
	expect(errors).toEqual([]);
	expect(left.length).toBeGreaterThan(100);
	expect(left.filter((event) => !emitted.includes(event))).toEqual([]);
});

it('what shows late in a crowd that takes several polls comes', async () => {
	const { emitted, poll } = await watch({ budget: 1_000 });
	const statusUpdateTs = NOON + passed;
	addMany(2_000, 'DELIVRD');
	await poll(30 * SECOND);
	// The last one in every order, on a page that was read.
	mine.service.store.addMessage({ id: '1', to: '79', status: 'DELIVRD', statusUpdateTs });
	for (let polls = 0; polls < 20; polls++) await poll();
	expect(emitted).toContain('1:DELIVRD');
});

it('a crowd that a slow copy of the service does not show is read again', async () => {
	const { emitted, poll } = await watch();
	addMany(300, 'DELIVRD');
	pass(5 * MINUTE);
	addMany(1, 'DELIVRD');
	const isOfCrowd = ({ params }: { params: unknown }) => JSON.stringify(params).includes('TsTo');
	const kind = { code: 0, data: { items: [], totalItemCount: 0 } };
	mine.service.faults.add({ times: 4, when: isOfCrowd, kind });
	await poll();
	expect(new Set(emitted).size).toBe(301);
});

it('a crowd whose messages all change while it is read: what comes after it is not passed over', async () => {
	const { emitted, poll } = await watch();
	const crowd = addMany(300, 'ACCEPTD');
	pass(MINUTE);
	const after = addMany(90, 'DELIVRD');
	pass(5 * MINUTE);
	const expire = ({ params }: { params: unknown }) => {
		if (JSON.stringify(params).includes('TsTo'))
			for (const id of crowd.splice(0)) mine.service.store.setStatus(id, 'EXPIRED');
		return false;
	};
	mine.service.faults.add({ when: expire, kind: { delay: 0 } });
	for (let polls = 0; polls < 3; polls++) await poll();
	expect(emitted.filter((event) => event.endsWith('EXPIRED'))).toHaveLength(300);
	expect(emitted).toEqual(expect.arrayContaining(after.map((id) => `${id}:DELIVRD`)));
});

it('nothing old comes where it takes several polls to begin, and Trigger On is edited meanwhile', async () => {
	for (let second = 0; second < 60; second++) {
		addMany(40, 'DELIVRD');
		pass(SECOND);
	}
	const { emitted, errors, poll, restart } = await watch({ budget: 1_000 });
	restart({ triggerOn: 'final' });
	for (let polls = 0; polls < 4; polls++) await poll(0);
	pass(MINUTE);
	const [next] = addMany(1, 'DELIVRD');
	for (let polls = 0; polls < 8; polls++) await poll();
	expect([errors, emitted]).toEqual([[], [`${next}:DELIVRD`]]);
});

it('full pages that show nothing later are an error, and nothing is lost', async () => {
	addMany(1, 'DELIVRD');
	const { emitted, items, poll } = await watch({ budget: 1_000 });
	const row = { status: 'DELIVRD', statusUpdateTs: '2026-03-10 11:00:00' };
	const data = { items: Array.from({ length: 100 }, (_, id) => ({ id, ...row })) };
	// One of them is new.
	data.items[7].statusUpdateTs = '2026-03-10 11:58:45';
	mine.service.faults.add({ times: Infinity, kind: { code: 0, data } });
	expect((await items()).map(({ eventId }) => eventId)).toEqual(['7:DELIVRD']);
	await expect(items()).rejects.toMatchObject({
		message: 'The service shows no later changes',
		description: expect.stringContaining('Check Account Time Zone in the credential'),
	});
	mine.service.faults.clear();
	const [next] = addMany(1, 'DELIVRD');
	await poll();
	expect(emitted).toEqual([`${next}:DELIVRD`]);
});

it.each([
	['refusals for the rate until its time was up', 300, /\(code 30\)$/],
	['no response in its time', 0, /^No response came in the time that a poll has$/],
])('a poll that read nothing says why: %s', async (_why, afterMs, expected) => {
	let calls = -Infinity;
	const beforeCall = async () => {
		calls++;
		// The call that is made again waits in real time, in which the clock of the test stands.
		if (calls === 1 && afterMs > 0) setTimeout(pass, afterMs, 2_000);
		else if (calls > 0) pass(2_000);
		return await Promise.resolve();
	};
	const { errors, poll } = await watch({ budget: 2_000, beforeCall });
	calls = 0;
	mine.service.faults.add({ times: Infinity, kind: { code: 30 } });
	await poll();
	expect(errors).toEqual([expect.stringMatching(expected)]);
});

it.each([15_000, 35_000])('calls of %i ms: all comes, slowly', async (callMs) => {
	let ends = Infinity;
	const beforeCall = async () =>
		await Promise.resolve(pass(ends === Infinity ? 0 : Math.min(callMs, ends - passed)));
	const { emitted, errors, poll } = await watch({ budget: MOST_MS, beforeCall });
	for (let second = 0; second < 3; second++) {
		addMany(150, 'DELIVRD');
		pass(SECOND);
	}
	for (let polls = 0; polls < 60; polls++) {
		ends = passed + MOST_MS;
		await poll();
	}
	expect([errors, emitted.length, new Set(emitted).size]).toEqual([[], 450, 450]);
});

it('waiting for a limit of calls outlasts no poll, and what was read counts', async () => {
	let calls = 0;
	// The call over the limit waits in real time, in which the clock of the test stands.
	const beforeCall = async () => {
		calls++;
		if (calls === 5) setTimeout(pass, 300, 2_000);
		return await Promise.resolve();
	};
	const { emitted, errors, poll } = await watch({ budget: 2_000, beforeCall });
	calls = 0;
	addMany(1_500, 'DELIVRD');
	pass(2 * MINUTE);
	mine.service.faults.rateLimit = { calls: 4, ms: 60_000 };
	expect(await poll()).toBe(5);
	expect(errors).toEqual([]);
	expect(emitted.length).toBeGreaterThan(100);
});
