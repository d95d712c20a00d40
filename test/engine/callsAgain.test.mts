import { DEFAULT_KEY, startService } from '../service/index.mts';
import { fromItem, harness, locator } from './lib/harness.mts';
import { until } from '../until.mts';

/** The pauses that the nodes asked for, in ms. They last a tenth of it. */
const mockPauses: number[] = [];
jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep = async (ms: number) => {
		mockPauses.push(ms);
		await real.sleep(ms / 10);
	};
	return { ...real, sleep };
});
beforeEach(() => (mockPauses.length = 0));

const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

test.each([301, 302, 307, 308])(
	'a redirect (%i) is told and not followed: the message would be sent again',
	async (status) => {
		const address = `${h.service.url}/service/${SEND}`;
		const location = `${address}?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
		h.service.faults.add({ method: SEND, kind: { status, location } });
		const { main } = await h.message(
			'message.send',
			{ recipient: '77011234567', text: 'Hi' },
			{ onError: 'continueRegularOutput' },
		);
		expect(h.methods()).toEqual([SEND]);
		expect(main[0].json.error).toBe(`The server sends callers on to another address (${address})`);
	},
);

test.each([
	['link.create', 'link', 'Link/Create'],
	['message.send', 'message', SEND],
] as const)(
	'%s: nothing was sent when the connection was refused, so it is made again',
	async (choice, type, method) => {
		const gone = await startService();
		await gone.close();
		const parameters = { fullLink: 'example.com', recipient: '77011234567', text: 'Hi' };
		const credential = h.credential({ baseUrl: gone.url });
		const running = h[type](choice, parameters, { credential });
		await until(() => mockPauses.length > 0);
		const back = await startService({ port: gone.port });
		const { main } = await running;
		expect(main[0].json.error).toBeUndefined();
		expect(back.calls.map((call) => [call.method, call.code])).toEqual([[method, 0]]);
		await back.close();
	},
);

test('a read is asked again after a pause, not at once', async () => {
	h.service.store.addLink();
	h.service.faults.add({ kind: { status: 503 } });
	const { main } = await h.link('link.get', { link: locator('id', 400001) });
	expect(main[0].json.id).toBe(400001);
	expect(h.service.calls).toHaveLength(2);
	expect(mockPauses).toHaveLength(1);
	expect(mockPauses[0]).toBeGreaterThanOrEqual(125);
	expect(mockPauses[0]).toBeLessThanOrEqual(250);
});

test('a rate limit only slows a run down: every link is made once', async () => {
	h.service.faults.rateLimit = { perSecond: 20 };
	const items = Array.from({ length: 30 }, (_, n) => ({ url: `example.com/${n}` }));
	const { main } = await h.link('link.create', { fullLink: fromItem('url') }, { items });
	expect(main.map(({ json }) => json.error)).toEqual(items.map(() => undefined));
	expect([...h.service.store.links.all()].map(({ fullLink }) => fullLink).sort()).toEqual(
		items.map(({ url }) => url).sort(),
	);
});
