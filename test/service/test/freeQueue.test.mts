import { NOON, SECOND, useService, type Answer } from './harness.mts';

const api = useService();
const SEND = 'Message/SendSmsMessage';
const send = (text = 'x') => api.call(SEND, { recipient: '77010000000', text });
const times = async (count: number, ask: (n: number) => Promise<Answer>) => {
	const answers: Answer[] = [];
	for (let n = 0; n < count; n++) answers.push(await ask(n));
	return answers;
};

describe('F5: queued calls', () => {
	it('are answered with code 100 and the number of a task, whatever they are', async () => {
		const link = api.service.store.addLink();
		api.service.setFreedoms({ queuedShare: 1 });
		const calls: Array<[string, object]> = [
			['Link/Create', { data: { fullLink: 'example.com' } }],
			['Link/Delete', { ids: [link.id] }],
			['Link/Get', { id: link.id }],
			['Link/GetLinks', { campaignId: 1 }],
			['Link/GetStats', { ids: [link.id], type: 'daily' }],
			['Link/List', {}],
			['Link/Update', { id: link.id, data: { comment: 'c' } }],
			['Message/GetSMSStatus', { ids: '1' }],
			['Message/List', {}],
			[SEND, { recipient: '77010000000', text: 'x' }],
		];
		const answers: Answer[] = [];
		for (const [method, params] of calls) answers.push(await api.call(method, params));
		expect(answers).toEqual(
			calls.map((_, n) => ({ code: 100, data: String(9001 + n), message: '' })),
		);
		api.service.advance(60 * SECOND);
		expect(api.service.store.link(link.id)).toMatchObject({ comment: null });
		expect(api.service.store.links.size).toBe(1);
		expect(api.service.store.messages.size).toBe(0);
	});

	it('are carried out later when writes are, in the name of their call', async () => {
		api.service.setFreedoms({ queuedShare: 1, queuedWrites: 'later', queuedFor: 5 * SECOND });
		await send();
		await api.call('Link/Create', { data: { fullLink: 'example.com' } });
		await api.call('Link/Create', { data: { fullLink: '' } });
		api.service.setFreedoms();
		api.service.advance(5 * SECOND - 1);
		expect((await api.list('Message/List')).items).toHaveLength(0);
		api.service.advance(1);
		expect((await api.list('Message/List')).items).toHaveLength(1);
		expect(api.service.calls[0]).toMatchObject({ code: 100, accepted: ['70000000002'] });
		expect(api.service.calls[1]).toMatchObject({ code: 100, accepted: ['400001'] });
		expect(api.service.calls[2]?.accepted).toBeUndefined();
		const { createdAt } = api.service.store.message('70000000002') ?? {};
		expect(createdAt).toBe(NOON + 5 * SECOND);
	});

	it('are only those of the methods named, and as many as told', async () => {
		api.service.setFreedoms({ queuedShare: 0.5, queuedMethods: [SEND] });
		const codes = (await times(60, () => send())).map(({ code }) => code);
		expect(new Set(codes)).toEqual(new Set([0, 100]));
		expect(api.service.store.messages.size).toBe(codes.filter((code) => code === 0).length);
		expect(codes.filter((code) => code === 100).length).toBeGreaterThan(15);
		expect(codes.filter((code) => code === 0).length).toBeGreaterThan(15);
		const reads = await times(20, () => api.call('Message/List'));
		expect(reads.every(({ code }) => code === 0)).toBe(true);
	});

	it('repeat with the seed, whatever comes between them', async () => {
		api.service.setFreedoms({ queuedShare: 0.5 });
		const codes = async (between: number) => {
			const found: number[] = [];
			for (let n = 0; n < 12; n++) {
				for (let more = 0; more < between; more++) await api.call('Link/List');
				found.push((await send(`text ${n % 3}`)).code);
			}
			return found;
		};
		const first = await codes(0);
		api.service.setSeed(1);
		expect(await codes(2)).toEqual(first);
		api.service.setSeed(2);
		expect(await codes(0)).not.toEqual(first);
	});

	it('need an accepted key and a known method', async () => {
		api.service.setFreedoms({ queuedShare: 1 });
		expect(await api.call('Link/Nothing')).toMatchObject({ code: 5 });
	});
});

describe('F13: one odd answer out of many', () => {
	const FORMS = ['[]', 'null', '""'];
	const ask = (n: number) => api.call('Message/List', { criteria: { text: `${n}` } });

	it('is empty with code 0, and the same question asked again is answered truly', async () => {
		api.service.setFreedoms({ oddReads: 1, oddReadsAre: 'empty' });
		const answers = await times(30, ask);
		const seen = new Set(answers.map(({ data }) => JSON.stringify(data)));
		expect(answers.every(({ code }) => code === 0)).toBe(true);
		expect([...seen].sort()).toEqual([...FORMS].sort());
		const again = await times(30, ask);
		expect(again).toEqual(
			again.map(() => ({ code: 0, data: { items: [], totalItemCount: '0' }, message: '' })),
		);
		expect(FORMS).toContain(JSON.stringify((await ask(0)).data));
	});

	it('has a count but no rows', async () => {
		api.service.store.addMessages(3);
		api.service.setFreedoms({ oddReads: 1, oddReadsAre: 'noItems' });
		expect((await api.call('Message/List')).data).toEqual({ items: [], totalItemCount: '3' });
		expect((await api.list('Message/List')).items).toHaveLength(3);
		expect((await api.call('Message/GetSMSStatus', { ids: '70000000002' })).data).toEqual([]);
	});

	it('is queued, or any of these', async () => {
		api.service.setFreedoms({ oddReads: 1, oddReadsAre: 'queued' });
		expect(await ask(1)).toMatchObject({ code: 100, data: '9001' });
		api.service.setFreedoms({ oddReads: 1 });
		const codes = new Set((await times(30, (n) => ask(n + 100))).map(({ code }) => code));
		expect(codes).toEqual(new Set([0, 100]));
	});

	it('is as rare as told, and never one to a write', async () => {
		api.service.setFreedoms({ oddReads: 0.1, oddReadsAre: 'queued' });
		const odd = (await times(200, ask)).filter(({ code }) => code === 100).length;
		expect(odd).toBeGreaterThan(5);
		expect(odd).toBeLessThan(40);
		api.service.setFreedoms({ oddReads: 1 });
		expect(await send()).toMatchObject({ code: 0, data: { messageId: '70000000002' } });
	});
});
