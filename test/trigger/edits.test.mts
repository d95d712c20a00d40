import { account, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

jest.setTimeout(300_000);

let mine: Account;
beforeAll(async () => {
	mine = await account();
});
afterAll(async () => await mine.service.close());
beforeEach(() => mine.service.reset());

const ids = (items: Array<{ id?: unknown }>) => items.map(({ id }) => String(id));

/** Publishes an edit: n8n loads what it saved last, and polls at once. */
async function publish(
	{ node, activate, restart }: Awaited<ReturnType<typeof n8nHost>>,
	parameters: typeof node.parameters,
) {
	node.parameters = parameters;
	restart();
	return (await activate()).map(({ id }) => id);
}

describe('an edit of Trigger On or the filters', () => {
	it('loses nothing that both choices want, however old the saved position is', async () => {
		const host = await n8nHost(mine.service, { parameters: { triggerOn: 'final' } });
		await host.activate();
		// Polls without events: n8n does not save where they got.
		const running = mine.add();
		expect(await host.items()).toEqual([]);
		mine.change('UNDELIV', running);
		// The edit comes before the next poll.
		expect(await publish(host, { triggerOn: 'failed' })).toEqual([running]);
	});

	it('brings no flood: what only the new choice wants is emitted from the edit on', async () => {
		const host = await n8nHost(mine.service, { parameters: { triggerOn: 'failed' } });
		await host.activate();
		mine.service.store.addMessages(300, () => ({ status: 'DELIVRD' }));
		expect(await host.items()).toEqual([]);
		expect(await publish(host, { triggerOn: 'any' })).toEqual([]);
		mine.service.advance(1000);
		const next = mine.add({ status: 'DELIVRD' });
		expect(ids(await host.items())).toEqual([next]);
	});

	it('of the filters starts where the last one stopped, too', async () => {
		const host = await n8nHost(mine.service, { parameters: { triggerOn: 'any' } });
		await host.activate();
		const both = mine.add({ from: 'Shop' });
		mine.add({ from: 'Other' });
		expect(await publish(host, { triggerOn: 'any', filters: { from: 'Shop' } })).toEqual([both]);
		mine.service.advance(1000);
		mine.add({ from: 'Other' });
		const next = mine.add({ from: 'Shop' });
		expect(ids(await host.items())).toEqual([next]);
		// What came for the other sender before this edit stays out, what comes after it is emitted.
		expect(await publish(host, { triggerOn: 'any' })).toEqual([]);
		mine.service.advance(1000);
		const last = mine.add({ from: 'Other' });
		expect(ids(await host.items())).toEqual([last]);
	});

	it('of the columns alone changes nothing', async () => {
		const host = await n8nHost(mine.service, { parameters: { triggerOn: 'any' } });
		await host.activate();
		const id = mine.add();
		expect(await publish(host, { triggerOn: 'any', simplify: false })).toEqual([id]);
	});
});

describe('a quiet trigger', () => {
	it.each([
		['filters', { triggerOn: 'any', filters: { from: 'Shop' } }, { from: 'Other' }, 3],
		['Trigger On', { triggerOn: 'failed' }, { status: 'DELIVRD' }, 80],
	])(
		'restarts with few calls after 6,000 changes that its %s leave out',
		async (_name, parameters, row, most) => {
			const host = await n8nHost(mine.service, { parameters });
			await host.activate();
			mine.service.advance(700_000);
			const now = mine.service.now();
			const since = (n: number) => now - 700_000 + Math.floor(n / 10) * 1000;
			mine.service.store.addMessages(6_000, (n) => ({ ...row, statusUpdateTs: since(n) }));
			expect(await host.items()).toEqual([]);
			host.restart();
			mine.asked();
			// n8n saves the position once the workflow is active.
			expect(await host.activate()).toEqual([]);
			expect(mine.asked().length).toBeLessThanOrEqual(most);
			// The newest 75 s once more, until they are old enough.
			for (const few of [10, 2]) {
				mine.service.advance(200_000);
				host.restart();
				expect(await host.activate()).toEqual([]);
				expect(mine.asked().length).toBeLessThanOrEqual(few);
			}
		},
	);
});
