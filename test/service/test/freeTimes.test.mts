import { HOUR, NOON, SECOND, times, useService } from './harness.mts';

const api = useService();
const count = async () => Number((await api.list('Message/List')).totalItemCount);
const started = () => api.column('Message/List', 'startSendTs');

it.each([
	['service/Link/List?output=json', 'POST'],
	['service/Link/List', 'GET'],
	['8kn5', 'GET'],
	['no/such/path', 'GET'],
])(
	"the Date of an answer is the service's own clock, also of one spoilt: %s",
	async (path, method) => {
		const dateOf = async () => {
			const url = `${api.service.url}/${path}`;
			const { headers } = await fetch(url, { method, redirect: 'manual' });
			return Date.parse(headers.get('Date') ?? '');
		};
		api.store.addLink();
		api.service.faults.add({ kind: { status: 503 } });
		expect(await dateOf()).toBe(NOON);
		api.service.advance(HOUR);
		api.service.freedoms.accountClockOffset = 60_000;
		expect(await dateOf()).toBe(NOON + HOUR);
	},
);

describe("F20: the account's clock", () => {
	it("stamps the account's rows, and no others", async () => {
		api.service.setFreedoms({ accountClockOffset: -300_000 });
		expect(await api.send()).toMatchObject({ code: 0 });
		api.service.advance(2 * SECOND);
		expect(await started()).toEqual(['2026-03-10 11:55:00']);
		expect(await api.column('Message/List', 'statusUpdateTs')).toEqual(['2026-03-10 11:55:01']);
		await api.call('Link/Create', { data: { fullLink: 'example.com' } });
		expect(await api.column('Link/List', 'createTs')).toEqual(['2026-03-10 11:55:02']);
		expect([api.service.now(), api.store.clock.now()]).toEqual([NOON + 2000, NOON - 298_000]);
	});

	it('judges deferrals, and sends them when it says so', async () => {
		api.service.setFreedoms({ accountClockOffset: 300_000 });
		const deferred = (deferredToTs: string) => api.send({ params: { deferredToTs } });
		expect(await deferred('2026-03-10 13:04:59')).toMatchObject({ code: 1 });
		expect(await deferred('2026-03-10 13:05:00')).toMatchObject({ code: 0 });
		const seen = await api.watch([HOUR, 2 * SECOND], started);
		expect(seen).toEqual([[null], ['2026-03-10 13:05:00']]);
	});

	it('may run in another zone than the service says, also for a question asked before', async () => {
		await api.send();
		api.service.advance(2 * SECOND);
		const criteria = { statusUpdateTsTo: '2026-03-10 11:00:00' };
		const early = () => api.column('Message/List', 'id', { criteria });
		expect(await early()).toHaveLength(0);
		api.service.freedoms.accountTimezone = 'Europe/Berlin';
		expect(await started()).toEqual(['2026-03-10 08:00:00']);
		expect(await early()).toHaveLength(1);
		api.service.freedoms.accountTimezone = '';
		expect(await started()).toEqual(['2026-03-10 12:00:00']);
	});
});

describe('F19: a random lag of new messages in the list', () => {
	const shown = async () => {
		api.service.setFreedoms({ listLagUpTo: 60_000 });
		await times(30, () => api.send());
		return api.watch([0, ...Array(6).fill(10 * SECOND)], count);
	};

	it('shows each at its own time within the minute; another with another seed', async () => {
		const counts = await shown();
		expect([...counts].sort((a, b) => a - b)).toEqual(counts);
		expect(counts[0]).toBeLessThan(5);
		expect(new Set(counts).size).toBeGreaterThan(4);
		expect(counts.at(-1)).toBe(30);
		api.service.reset();
		api.service.setSeed(7);
		expect(await shown()).not.toEqual(counts);
	});

	it('adds to the fixed lag', async () => {
		api.service.setFreedoms({ listLagUpTo: 5 * SECOND });
		api.service.faults.listLag = 60 * SECOND;
		await api.send();
		expect(await api.watch([60 * SECOND - 1, 5 * SECOND + 1], count)).toEqual([0, 1]);
	});
});
