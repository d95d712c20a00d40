import type { FaultKind } from '../index.mts';
import { NOON, post, SECOND, useService } from './harness.mts';

const api = useService();
const SEND = 'Message/SendSmsMessage';
const send = () => post(api.service.url, SEND, 'recipient=77010000000&text=x');
const late = { late: 5 * SECOND };
const statuses = () => api.column('Message/List', 'status');

describe('a call that is carried out late', () => {
	it.each<[string, FaultKind]>([
		['a lost connection', { drop: late }],
		['a gateway that gives up', { status: 504, at: late }],
		['HTML', { html: true, at: late }],
		['nothing', { empty: true, at: late }],
		['a code of its own', { code: 100, data: 9, at: late }],
	])('%s: the message is there only later', async (_what, kind) => {
		api.service.faults.add({ method: SEND, kind });
		await send().catch(() => undefined);
		expect(api.service.calls[0]?.accepted).toBeUndefined();
		api.service.advance(5 * SECOND - 1);
		expect(await statuses()).toEqual([]);
		api.service.advance(1);
		expect(await statuses()).toEqual(['NEW']);
		expect(api.service.calls[0]).toMatchObject({ method: SEND, accepted: ['70000000002'] });
	});

	it('is stamped with the time it was carried out, not looked at, and lives on from there', async () => {
		api.service.faults.add({ kind: { drop: late } });
		await expect(send()).rejects.toThrow('fetch failed');
		api.service.advance(60 * SECOND);
		expect(await statuses()).toEqual(['DELIVRD']);
		expect(api.service.store.message('70000000002')).toMatchObject({
			createdAt: NOON + 5 * SECOND,
			startSendTs: NOON + 5 * SECOND,
			statusUpdateTs: NOON + 6 * SECOND,
		});
	});

	it('answers a code of its own', async () => {
		api.service.faults.add({ kind: { code: 100, data: 9, at: late } });
		expect(await (await send()).json()).toMatchObject({ code: 100, data: 9 });
	});

	it('is forgotten with a reset', async () => {
		api.service.faults.add({ kind: { code: 100, at: late } });
		await send();
		api.service.reset();
		api.service.advance(60 * SECOND);
		expect(await statuses()).toEqual([]);
	});
});

describe('a code that is answered although the call was carried out', () => {
	it('comes with the message', async () => {
		api.service.faults.add({ kind: { code: 999, at: 'after' } });
		expect(await (await send()).json()).toMatchObject({ code: 999, data: null });
		expect(api.service.calls).toMatchObject([{ code: 999, accepted: ['70000000002'] }]);
		expect(await statuses()).toEqual(['NEW']);
	});
});

describe('a message of somebody else', () => {
	it('comes at its time, and no call made it', async () => {
		api.service.store.addMessageAt(NOON + 10 * SECOND, { text: 'foreign', status: 'NEW' });
		expect(await statuses()).toEqual([]);
		api.service.advance(30 * SECOND);
		expect(await statuses()).toEqual(['NEW']);
		const [foreign] = [...api.service.store.messages.all()];
		expect(foreign).toMatchObject({ text: 'foreign', createdAt: NOON + 10 * SECOND });
		expect(api.service.calls.flatMap(({ accepted }) => accepted ?? [])).toEqual([]);
	});

	it('can be ordered over HTTP', async () => {
		const body = JSON.stringify({ addAt: NOON + SECOND, count: 2 });
		const headers = { 'Content-Type': 'application/json' };
		const url = `${api.service.url}/_control/messages`;
		const response = await fetch(url, { method: 'POST', body, headers });
		expect(await response.json()).toEqual({ count: 2, ids: [] });
		expect(await statuses()).toEqual([]);
		api.service.advance(SECOND);
		expect(await statuses()).toHaveLength(2);
	});
});
