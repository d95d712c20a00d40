import { HOUR, SECOND, times, useService } from './harness.mts';

const api = useService();
const count = async () => Number((await api.list('Message/List')).totalItemCount);
const started = () => api.column('Message/List', 'startSendTs');

it("F20: the account's clock judges deferrals, and sends them when it says so", async () => {
	api.service.setFreedoms({ accountClockOffset: 300_000 });
	const deferred = (deferredToTs: string) => api.send({ params: { deferredToTs } });
	expect(await deferred('2026-03-10 13:04:59')).toMatchObject({ code: 1 });
	expect(await deferred('2026-03-10 13:05:00')).toMatchObject({ code: 0 });
	const seen = await api.watch([HOUR, 2 * SECOND], started);
	expect(seen).toEqual([[null], ['2026-03-10 13:05:00']]);
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
});
