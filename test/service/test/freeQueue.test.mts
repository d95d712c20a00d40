import { CALLS, NOON, oneByOne, SECOND, times, useService } from './harness.mts';

const api = useService();
const codes = async (count: number, ask: (n: number) => Promise<{ code: number }>) =>
	(await times(count, ask)).map(({ code }) => code);

describe('F5: queued calls', () => {
	it('are answered with code 100 and the number of a task, whatever they are', async () => {
		const { id } = api.store.addLink();
		api.service.setFreedoms({ queuedShare: 1 });
		const answers = await oneByOne(CALLS, ([method, params]) => api.call(method, params));
		const task = (n: number) => ({ code: 100, data: String(9001 + n), message: '' });
		expect(answers).toEqual(CALLS.map((_, n) => task(n)));
		api.service.advance(60 * SECOND);
		expect(api.store.link(id)).toMatchObject({ comment: null });
		expect([api.store.links.size, api.store.messages.size]).toEqual([1, 0]);
		// A known method is needed.
		expect(await api.code('Link/Nothing')).toBe(5);
	});

	it('are carried out later when writes are, in the name of their call', async () => {
		api.service.setFreedoms({ queuedShare: 1, queuedWrites: 'later' });
		await api.send();
		for (const fullLink of ['example.com', ''])
			await api.call('Link/Create', { data: { fullLink } });
		api.service.setFreedoms();
		const listed = () => api.column('Message/List', 'id');
		expect(await api.watch([2 * SECOND - 1, 1], listed)).toEqual([[], ['70000000002']]);
		const accepted = api.service.calls.slice(0, 3).map((call) => [call.code, call.accepted]);
		expect(accepted).toEqual([
			[100, ['70000000002']],
			[100, ['400001']],
			[100, undefined],
		]);
		expect(api.store.message('70000000002')?.createdAt).toBe(NOON + 2 * SECOND);
	});

	it('repeat with the seed, whatever comes between them', async () => {
		api.service.setFreedoms({ queuedShare: 0.5 });
		const seen = (between: number) =>
			codes(12, async (n) => {
				await times(between, () => api.call('Link/List'));
				return api.send({ text: `text ${n % 3}` });
			});
		const first = await seen(0);
		api.service.setSeed(1);
		expect(await seen(2)).toEqual(first);
		api.service.setSeed(2);
		expect(await seen(0)).not.toEqual(first);
		api.service.reset();
		api.service.setFreedoms({ queuedShare: 0.5 });
		expect(await seen(0)).toEqual(first);
	});
});

describe('F13: one odd answer out of many', () => {
	const ask = (n: number) => api.call('Message/List', { criteria: { text: `${n}` } });

	it('is empty with code 0, and the same question asked again is answered truly', async () => {
		api.service.setFreedoms({ oddReads: 1, oddReadsAre: 'empty' });
		const answers = await times(30, ask);
		const seen = new Set(answers.map((answer) => JSON.stringify(answer)));
		const forms = ['[]', 'null', '""'].map((data) => `{"code":0,"data":${data},"message":""}`);
		expect(seen).toEqual(new Set(forms));
		const truth = { code: 0, data: { items: [], totalItemCount: '0' }, message: '' };
		expect(await times(30, ask)).toEqual(Array(30).fill(truth));
		expect(forms).toContain(JSON.stringify(await ask(0)));
	});

	it('is queued, or any of these, as rarely as set, and never one to a write', async () => {
		api.service.setFreedoms({ oddReads: 0.1, oddReadsAre: 'queued' });
		const odd = (await times(200, ask)).filter(({ code }) => code === 100);
		expect(odd[0]?.data).toBe('9001');
		expect(odd.length).toBeGreaterThan(5);
		expect(odd.length).toBeLessThan(40);
		api.service.setFreedoms({ oddReads: 1 });
		const any = await codes(30, (n) => ask(n + 300));
		expect(new Set(any)).toEqual(new Set([0, 100]));
		expect(await api.send()).toMatchObject({ code: 0, data: { messageId: '70000000002' } });
	});
});
