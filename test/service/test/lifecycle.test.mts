import { NOON, SECOND, start, useService } from './harness.mts';

const api = useService();
const send = (params: object = {}) =>
	api.call('Message/SendSmsMessage', { recipient: '77010000000', text: 'Hello', ...params });
/** The only message there is. */
const message = () => api.service.store.message('70000000002');
const campaign = () => api.service.store.campaigns.get('70000000001');

describe('the life of a message', () => {
	const statusAfter = async (ms: number) => {
		api.service.advance(ms);
		return api.service.store.message('70000000002')?.status;
	};

	it('goes through its statuses by the clock', async () => {
		await send();
		expect(await statusAfter(299)).toBe('NEW');
		expect(await statusAfter(1)).toBe('ENQUEUD');
		expect(campaign()).toMatchObject({ status: 'SENT', sentTs: NOON });
		expect(await statusAfter(500)).toBe('ACCEPTD');
		expect(await statusAfter(700)).toBe('DELIVRD');
		expect(message()).toMatchObject({ startSendTs: NOON, statusUpdateTs: NOON + SECOND });
		expect(campaign()).toMatchObject({ status: 'DONE' });
	});

	it.each([
		['01', 'UNDELIV'],
		['02', 'REJECTD'],
		['03', 'EXPIRED'],
		['04', 'DELETED'],
		['05', 'ACCEPTD'],
		['06', 'DELIVRD'],
	])('ends for ...%s with %s', async (ending, status) => {
		await send({ recipient: `770100000${ending}` });
		expect(await statusAfter(3600 * SECOND)).toBe(status);
	});

	it('is in the hands of a test that sets a status', async () => {
		await send();
		api.service.store.setStatus('70000000002', 'PDLIVRD');
		expect(await statusAfter(3600 * SECOND)).toBe('PDLIVRD');
		expect(message()).toMatchObject({ statusUpdateTs: NOON });
		expect(() => api.service.store.setStatus(1, 'NEW')).toThrow('No message 1');
	});

	it('can stand still or be one of its own', async () => {
		const manual = await start({ lifecycle: 'manual' });
		const own = await start({ lifecycle: (to) => [{ after: 10, status: `S${to.slice(-1)}` }] });
		const statuses = [];
		for (const { service, call } of [manual, own]) {
			await call('Message/SendSmsMessage', { recipient: '77010000007', text: 'x' });
			service.advance(60 * SECOND);
			statuses.push(service.store.message('70000000002')?.status);
			await service.close();
		}
		expect(statuses).toEqual(['NEW', 'S7']);
	});
});
