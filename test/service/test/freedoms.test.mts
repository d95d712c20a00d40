import { FREEDOM_VALUES, type Freedoms } from '../index.mts';
import { freedomsOf } from '../freedoms/schema.mts';
import { useService } from './harness.mts';

const api = useService();

const control = async (path: string, method = 'GET', body?: object) => {
	const response = await fetch(`${api.service.url}/_control/${path}`, {
		method,
		body: body && JSON.stringify(body),
		headers: body && { 'Content-Type': 'application/json' },
	});
	return { status: response.status, answer: await response.json() };
};

describe('the switches', () => {
	it('are all off at first, and again after a reset', () => {
		const off = freedomsOf();
		expect(api.service.freedoms).toEqual(off);
		api.service.setFreedoms({ listLagUpTo: 5 });
		expect(api.service.freedoms).toEqual({ ...off, listLagUpTo: 5 });
		api.service.setFreedoms({ accountClockOffset: 5 });
		expect(api.service.freedoms).toEqual({ ...off, accountClockOffset: 5 });
		api.service.reset();
		expect(api.service.freedoms).toEqual(off);
	});

	it('each have values to draw from, of which the first leaves it off', () => {
		const off = freedomsOf();
		const drawable = Object.entries(FREEDOM_VALUES);
		expect(drawable.map(([name]) => name).sort()).toEqual(Object.keys(off).sort());
		for (const [name, values] of drawable) {
			expect(values.length).toBeGreaterThan(1);
			expect({ [name]: values[0] }).toEqual({ [name]: Reflect.get(off, name) });
			for (const value of values) expect(freedomsOf({ [name]: value })).toHaveProperty(name, value);
		}
	});

	it('refuse unknown names and values', () => {
		const wrong: object = { listLagUpTo: 70_000 };
		expect(() => api.service.setFreedoms(wrong)).toThrow('listLagUpTo');
		const unknown: object = { sunshine: true };
		expect(() => api.service.setFreedoms(unknown)).toThrow('sunshine');
	});

	it('can be seen, set and taken back over HTTP', async () => {
		const freedoms: Partial<Freedoms> = { accountClockOffset: 7000 };
		expect(await control('settings', 'POST', { freedoms, seed: 3 })).toMatchObject({ status: 200 });
		await control('settings', 'POST', { freedoms: { listLagUpTo: 9 } });
		const both = { accountClockOffset: 7000, listLagUpTo: 9 };
		expect(api.service.freedoms).toMatchObject(both);
		expect((await control('state')).answer).toMatchObject({ freedoms: both });
		const shown = await control('freedoms');
		expect(shown.answer).toMatchObject({
			freedoms: both,
			values: { listLagUpTo: [0, 5000, 60_000] },
		});
		await control('freedoms', 'DELETE');
		expect(api.service.freedoms).toEqual(freedomsOf());
	});

	it.each([{ sunshine: true }, { accountTimezone: 'Mars/Base' }, { listLagUpTo: 'long' }])(
		'are not set over HTTP to %j',
		async (freedoms) => {
			const { status } = await control('settings', 'POST', { freedoms });
			expect(status).toBe(400);
			expect(api.service.freedoms).toEqual(freedomsOf());
		},
	);
});
