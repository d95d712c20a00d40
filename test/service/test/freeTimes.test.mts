import { HOUR, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const send = (text = 'x') => api.call('Message/SendSmsMessage', { recipient: '77010000000', text });
const dateOf = async (path: string, method = 'GET') => {
	const response = await fetch(`${api.service.url}/${path}`, { method, redirect: 'manual' });
	await response.text();
	return Date.parse(response.headers.get('Date') ?? '');
};

describe('the Date of an answer', () => {
	it.each([
		['service/Link/List?output=json', 'POST'],
		['service/Link/List', 'GET'],
		['_control/state', 'GET'],
		['8kn5', 'GET'],
		['no/such/path', 'GET'],
	])("is the service's own clock: %s", async (path, method) => {
		api.service.store.addLink();
		expect(await dateOf(path, method)).toBe(NOON);
		api.service.advance(HOUR);
		api.service.freedoms.accountClockOffset = 60_000;
		expect(await dateOf(path, method)).toBe(NOON + HOUR);
	});

	it('is on a spoilt answer too', async () => {
		api.service.faults.add({ kind: { status: 503 } });
		expect(await dateOf('service/Link/List', 'POST')).toBe(NOON);
	});
});

describe("F20: the account's clock", () => {
	it("stamps the account's rows, and no others", async () => {
		api.service.freedoms.accountClockOffset = -300_000;
		expect(await send()).toMatchObject({ code: 0 });
		api.service.advance(2 * SECOND);
		expect(await api.column('Message/List', 'startSendTs')).toEqual(['2026-03-10 11:55:00']);
		expect(await api.column('Message/List', 'statusUpdateTs')).toEqual(['2026-03-10 11:55:01']);
		await api.call('Link/Create', { data: { fullLink: 'example.com' } });
		expect(await api.column('Link/List', 'createTs')).toEqual(['2026-03-10 11:55:02']);
		expect([api.service.now(), api.service.accountNow()]).toEqual([NOON + 2000, NOON - 298_000]);
	});

	it('judges deferrals, and sends them when it says so', async () => {
		api.service.freedoms.accountClockOffset = 300_000;
		const deferred = (deferredToTs: string) =>
			api.call('Message/SendSmsMessage', {
				recipient: '77010000000',
				text: 'x',
				params: { deferredToTs },
			});
		expect(await deferred('2026-03-10 13:04:59')).toMatchObject({ code: 1 });
		expect(await deferred('2026-03-10 13:05:00')).toMatchObject({ code: 0 });
		api.service.advance(HOUR);
		expect(await api.column('Message/List', 'startSendTs')).toEqual([null]);
		api.service.advance(2 * SECOND);
		expect(await api.column('Message/List', 'startSendTs')).toEqual(['2026-03-10 13:05:00']);
	});

	it('may run in another zone than the service says', async () => {
		await send();
		api.service.advance(2 * SECOND);
		api.service.freedoms.accountTimezone = 'Europe/Berlin';
		expect(await api.column('Message/List', 'startSendTs')).toEqual(['2026-03-10 08:00:00']);
		const criteria = { statusUpdateTsFrom: '2026-03-10 08:00:01' };
		expect(await api.column('Message/List', 'id', { criteria })).toHaveLength(1);
		api.service.freedoms.accountTimezone = '';
		expect(await api.column('Message/List', 'startSendTs')).toEqual(['2026-03-10 12:00:00']);
	});

	it('takes a new zone also into a question asked before', async () => {
		api.service.store.addMessage();
		const list = () =>
			api.list('Message/List', { criteria: { statusUpdateTsTo: '2026-03-10 11:00:00' } });
		expect((await list()).items).toHaveLength(0);
		api.service.freedoms.accountTimezone = 'UTC';
		expect((await list()).items).toHaveLength(1);
	});
});

describe('F19: a random lag of new messages in the list', () => {
	const shownAfter = async () => {
		api.service.setFreedoms({ listLagUpTo: 60_000 });
		for (let n = 0; n < 30; n++) await send();
		const counts: number[] = [];
		for (let n = 0; n <= 6; n++) {
			counts.push(Number((await api.list('Message/List')).totalItemCount));
			api.service.advance(10 * SECOND);
		}
		return counts;
	};

	it('shows each at its own time within the minute', async () => {
		const counts = await shownAfter();
		expect([...counts].sort((a, b) => a - b)).toEqual(counts);
		expect(counts[0]).toBeLessThan(5);
		expect(new Set(counts).size).toBeGreaterThan(4);
		expect(counts.at(-1)).toBe(30);
	});

	it('repeats with the seed, and differs with another', async () => {
		const first = await shownAfter();
		api.service.reset();
		expect(await shownAfter()).toEqual(first);
		api.service.reset();
		api.service.setSeed(7);
		expect(await shownAfter()).not.toEqual(first);
	});

	it('adds to the fixed lag', async () => {
		api.service.freedoms.listLagUpTo = 5 * SECOND;
		api.service.faults.listLag = 60 * SECOND;
		await send();
		api.service.advance(60 * SECOND - 1);
		expect((await api.list('Message/List')).items).toHaveLength(0);
		api.service.advance(5 * SECOND + 1);
		expect((await api.list('Message/List')).items).toHaveLength(1);
	});
});
