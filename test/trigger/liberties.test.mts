import type { Freedoms } from '../service/index.mts';
import { account, ALMATY_NOON, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

jest.setTimeout(120_000);

const MINUTE = 60_000;
let mine: Account;
beforeAll(async () => {
	mine = await account();
});
afterAll(async () => await mine.service.close());

// All clocks move together, and only when a test says so.
let passed = 0;
const realNow = Date.now();
beforeEach(() => {
	mine.service.reset();
	passed = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow + passed);
});
afterEach(() => jest.restoreAllMocks());

function pass(ms: number): void {
	passed += ms;
	mine.service.advance(ms);
}

const ids = (items: Array<{ id?: unknown }>) => items.map(({ id }) => String(id));

interface Polled {
	emitted: string[];
	calls: number;
	errors: string[];
}

/** Polls once a minute, and collects what comes. */
async function pollOn(items: () => Promise<Array<{ id?: unknown }>>, polls: number) {
	const got: Polled = { emitted: [], calls: 0, errors: [] };
	for (let poll = 0; poll < polls; poll++) {
		pass(MINUTE);
		mine.asked();
		await items().then(
			(events) => got.emitted.push(...ids(events)),
			(error: Error) => got.errors.push(error.message),
		);
		got.calls = Math.max(got.calls, mine.asked().length);
	}
	return got;
}

describe('a second that does not fit on a page', () => {
	async function changeAtOnce(freedoms: Partial<Freedoms>, polls: number, rows = 250, people = 1) {
		const { activate, items } = await n8nHost(mine.service);
		await activate();
		pass(1000);
		const to = (n: number) => String(77_010_000_000 + (n % people));
		mine.service.store.addMessages(rows, (n) => ({ status: 'DELIVRD', to: to(n) }));
		const all = [...mine.service.store.messages.all()].map(({ id }) => id).sort();
		mine.service.setFreedoms(freedoms);
		return { all, items, ...(await pollOn(items, polls)) };
	}

	it.each<[string, Partial<Freedoms>]>([
		['ties come in another order on every call', { tiesShuffled: true }],
		['one of two answers is empty', { oddReads: 0.5, oddReadsAre: 'empty' }],
		['one of two answers has a count and no rows', { oddReads: 0.5, oddReadsAre: 'noItems' }],
		['one of two answers is only queued', { oddReads: 0.5, oddReadsAre: 'queued' }],
		['the ends of a span do not belong to it', { updateBounds: 'exclusive' }],
		['the service does not count', { totalForm: 'absent' }],
	])('is emitted whole, each change once, when %s', async (_name, freedoms) => {
		const { all, emitted, calls } = await changeAtOnce(freedoms, 8);
		expect(emitted.sort()).toEqual(all);
		expect(calls).toBeLessThanOrEqual(251);
	});

	it.each([60, 250])('of %i changes is left behind, though its total is too high', async (rows) => {
		const { all, items, emitted, errors } = await changeAtOnce({ totalOff: 30 }, 4, rows, rows);
		const later = mine.add();
		expect(await pollOn(items, 1)).toMatchObject({ emitted: [later], errors: [] });
		expect([emitted.sort(), errors]).toEqual([all, []]);
	});

	it('that never shows whole fails the poll with a word, once what showed is emitted', async () => {
		const { all, emitted, errors } = await changeAtOnce({ tiesShuffled: true, totalOff: 30 }, 5);
		expect(errors.at(-1)).toBe('The service does not show all changes that it counts');
		expect(emitted.sort()).toEqual(all);
	});
});

describe('rows that say little', () => {
	it.each([
		[2 * MINUTE, 'begins'],
		[2 * MINUTE, 'polls'],
		[365 * 24 * 60 * MINUTE, 'begins'],
		[365 * 24 * 60 * MINUTE, 'polls'],
	])('one dated %i ms ahead when the trigger %s silences nothing', async (ahead, when) => {
		const { activate, items } = await n8nHost(mine.service);
		const addAhead = () => mine.add({ statusUpdateTs: ALMATY_NOON + passed + ahead });
		if (when === 'begins') addAhead();
		await activate();
		if (when === 'polls') {
			const odd = addAhead();
			expect(ids(await items())).toEqual([odd]);
		}
		for (let minute = 0; minute < 15; minute++) {
			pass(MINUTE);
			const id = mine.add();
			expect(ids(await items())).toEqual([id]);
		}
	});

	it('an event that comes again after a crash has the same eventId, though it was stamped anew', async () => {
		const { activate, items, crash } = await n8nHost(mine.service);
		await activate();
		const id = mine.add({ status: 'DELIVRD' });
		const [before] = await items();
		crash();
		pass(MINUTE);
		mine.service.store.setStatus(id, 'DELIVRD');
		const [after] = await items();
		expect(after.statusUpdateTs).not.toBe(before.statusUpdateTs);
		expect([before.eventId, after.eventId]).toEqual([`${id}:DELIVRD`, `${id}:DELIVRD`]);
	});
});

it('a total that is too high makes no idle poll long, and none fail', async () => {
	mine.service.setFreedoms({ totalOff: 30 });
	const { activate, items } = await n8nHost(mine.service);
	await activate();
	mine.service.store.addMessages(3, () => ({ status: 'DELIVRD' }));
	const all = [...mine.service.store.messages.all()].map(({ id }) => id);
	const { emitted, calls, errors } = await pollOn(items, 8);
	expect([emitted, errors]).toEqual([all, []]);
	expect(calls).toBeLessThanOrEqual(2);
});

describe('a first answer that shows nothing', () => {
	it.each(['empty', 'noItems', 'queued'] as const)(
		'is no account without messages: %s',
		async (oddReadsAre) => {
			mine.service.store.addMessages(300, () => ({ status: 'UNDELIV' }));
			mine.service.setFreedoms({ oddReads: 1, oddReadsAre });
			const { activate, items } = await n8nHost(mine.service);
			expect(await activate()).toEqual([]);
			expect((await pollOn(items, 3)).emitted).toEqual([]);
			mine.service.setFreedoms({});
			const id = mine.add();
			expect((await pollOn(items, 1)).emitted).toEqual([id]);
		},
	);
});
