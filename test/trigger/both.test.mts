import { LinkTrigger } from '../../nodes/LinkTrigger/LinkTrigger.node';
import { MessageTrigger } from '../../nodes/MessageTrigger/MessageTrigger.node';
import { gate, limit, until } from '../until.mts';
import { links, messages, OTHER_KEY } from './lib/account.mts';

// What both triggers promise.

const WHEN = '2026-03-10 12:00:00';
const STATUSES = [
	...['ACCEPTD', 'DELETED', 'DELIVRD', 'ENQUEUD', 'EXPIRED', 'PDLIVRD', 'REJECTD', 'UNDELIV'],
];
const MANY = Array.from({ length: 101 }, (_, n) => n + 1).join();

/** An account, something that happens there, and something that starts no workflow with `quiet`. */
const ofMessages = () => {
	const mine = messages();
	const happen = () => void mine.add({ status: 'DELIVRD' });
	return { mine, happen, quiet: { triggerOn: 'failed' }, happenQuietly: happen };
};
const ofLinks = () => {
	const mine = links();
	const happen = () => mine.click(mine.add());
	return { mine, happen, quiet: { triggerOn: 'newClicks' }, happenQuietly: () => void mine.add() };
};

describe.each([
	{
		what: 'Message Trigger',
		account: ofMessages,
		node: new MessageTrigger(),
		unfit: [
			['There is no message to show yet', 'Send a message'],
			['None of the latest changes starts this trigger (3 changes read)', 'choose "Any Status"'],
		],
		garbled: { id: 'x', status: 'DELIVRD', statusUpdateTs: WHEN },
		refused: [
			[{ filters: { campaignIds: MANY } }, '"Campaign IDs" has 101 campaigns'],
			[{ filters: { to: 'Anna' } }, '"To" is not a number'],
			[{ triggerOn: 'selected', statuses: [] }, '"Statuses" has no status'],
			[{ triggerOn: 'selected', statuses: ', ' }, '"Statuses" has no status'],
			[{ triggerOn: 'selected', statuses: [1] }, '"Statuses" is not a status: "1"'],
			[{ options: { ignoreOlderThan: -1 } }, '"Ignore Older Than" is -1 hours'],
			[{ options: { ignoreOlderThan: 100_001 } }, '"Ignore Older Than" is 100001 hours'],
			[{ triggerOn: 'sometimes' }, '"Trigger On" cannot be "sometimes"'],
		] as const,
		saved: [
			['triggerOn', 'any', 'delivered', 'failed', 'final', 'selected'],
			// None that cannot fire.
			['statuses', ...STATUSES],
			['filters', 'campaignIds', 'from', 'to'],
			['simplify'],
			['options', 'ignoreOlderThan', 'withNumberInfo'],
		],
		captions: ['"delivered":"Delivered"', '"final":"Final Status"'],
	},
	{
		what: 'Link Trigger',
		account: ofLinks,
		node: new LinkTrigger(),
		unfit: [
			['There is no link to show yet', 'Make a short link'],
			['No link that matches has such an event', 'set Trigger On to "New Clicks"'],
		],
		garbled: { code: 'x' },
		refused: [
			[{ triggerOn: 'sometimes' }, '"Trigger On" cannot be "sometimes"'],
			[{ triggerOn: 'threshold', threshold: 0 }, '"Number of Clicks" is 0 clicks'],
			[{ triggerOn: 'threshold', threshold: '' }, '"Number of Clicks" is empty'],
			[{ filters: { status: 'perhaps' } }, '"Status" cannot be "perhaps"'],
			[{ filters: { createTsFrom: '11/12/2026' } }, '"Created From"'],
		] as const,
		saved: [
			['triggerOn', 'blocked', 'firstClick', 'newClicks', 'threshold'],
			['threshold'],
			['filters', 'createTsFrom', 'query', 'status'],
		],
		captions: ['"threshold":"Number of Clicks Reached"'],
	},
])('$what', ({ what, account, node, unfit, garbled, refused, saved, captions }) => {
	const { mine, happen, quiet, happenQuietly } = account();

	it.each([
		[{ code: 8 }, 'credential-invalid'],
		[{ code: 14 }, 'credential-invalid'],
		[{ html: true as const }, 'temporarily-unavailable'],
		[{ code: 0, data: { items: [garbled], totalItemCount: 1 } }, 'temporarily-unavailable'],
	])('%j is thrown with its cause, and loses nothing', async (kind, cause) => {
		const { items, snapshot } = await mine.watching();
		happen();
		const before = snapshot();
		mine.service.faults.add({ kind });
		await expect(items()).rejects.toMatchObject({ name: 'NodeApiError', failure: { cause } });
		expect(snapshot()).toBe(before);
		expect(await items()).toHaveLength(1);
	});

	it('stays on where n8n switches it on by itself while the service fails; the next poll says so', async () => {
		const staticData = (await mine.watching()).snapshot();
		happen();
		// Of several main processes, one may come to lead more than once.
		const starts = ['init', 'leadershipChange', 'leadershipChange', 'update'] as const;
		for (const activation of starts) {
			const host = await mine.host(undefined, { workflowId: what, staticData, activation });
			mine.service.faults.add({ times: 2, kind: { code: 8 } });
			const refused = { name: 'NodeApiError' };
			if (activation === 'update') await expect(host.items()).rejects.toMatchObject(refused);
			else expect(await host.items()).toEqual([]);
			await expect(host.items()).rejects.toMatchObject(refused);
			expect(await host.items()).toHaveLength(1);
		}
	});

	it('says at once what took long to fail while n8n polls again to publish, and asks again after that', async () => {
		let seconds = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds);
		const beforeCall = async () => void (seconds += await Promise.resolve(30));
		const host = await mine.host(undefined, { beforeCall });
		mine.service.faults.add({ times: Infinity, kind: { html: true } });
		await expect(host.items('manual')).rejects.toThrow('A web page came back');
		for (const pause of [0, 1, 2, 4, 8]) {
			seconds += pause;
			await expect(host.items()).rejects.toThrow('A web page came back');
		}
		// That of the test by hand, and one of the polls.
		expect(mine.asked()).toHaveLength(2);
		mine.service.faults.clear();
		seconds += 1;
		expect(await host.activate()).toEqual([]);
	});

	it('two polls at once emit once, also where n8n loads the workflow anew for each', async () => {
		const host = await mine.watching();
		happen();
		const [first, second] = [host.items(), host.items()];
		host.restart();
		expect((await Promise.all([first, second, host.items()])).flat()).toHaveLength(1);
	});

	it('two polls at once emit once, also where somebody tests by hand between them', async () => {
		const host = await mine.watching();
		happen();
		const { held, open } = gate();
		mine.asked();
		mine.service.faults.add({ kind: { delay: held } });
		const first = host.items();
		await until(() => mine.service.calls.length > 0);
		expect(await host.items('manual')).toHaveLength(1);
		const second = host.items();
		open();
		expect((await Promise.all([first, second])).flat()).toHaveLength(1);
	});

	it('triggers at once emit each for itself, also in one workflow, where older n8n may give them one ID', async () => {
		const watch = ([workflowId, name]: string) => mine.watching(undefined, { workflowId, name });
		const hosts = await Promise.all(['AB', 'AC', 'BB'].map(watch));
		happen();
		const emitted = await Promise.all(hosts.map(async ({ items }) => await items()));
		expect(emitted.map(({ length }) => length)).toEqual([1, 1, 1]);
	});

	it('goes on after n8n was started again right after events', async () => {
		const host = await mine.watching();
		happen();
		expect(await host.items()).toHaveLength(1);
		host.restart();
		expect(await host.items()).toEqual([]);
		host.restart();
		happen();
		expect(await host.items()).toHaveLength(1);
		host.restart();
		expect(await host.items()).toEqual([]);
	});

	it('does not begin with a list that shows none of the rows that it counts: they would look new', async () => {
		happen();
		const host = await mine.host();
		mine.service.setFreedoms({ listShows: 0 });
		const hidden = 'the whole list (0 of 1 rows)';
		await expect(host.items('manual')).rejects.toThrow(hidden);
		await expect(host.activate()).rejects.toThrow(hidden);
		mine.service.setFreedoms();
		expect(await host.activate()).toEqual([]);
		expect(await host.items()).toEqual([]);
	});

	it.each(['server', 'key'])('another account, by its %s, begins anew', async (what) => {
		const host = await mine.watching();
		if (what === 'key') host.account.apiKey = OTHER_KEY;
		else host.account.baseUrl = host.account.baseUrl.replace('127.0.0.1', 'localhost');
		host.restart();
		happen();
		expect(await host.items()).toEqual([]);
	});

	it.each([0, 3])('a test by hand says what to do when of %i none fits', async (count) => {
		for (let index = 0; index < count; index++) happenQuietly();
		const { items } = await mine.host(quiet);
		const [message, advice] = unfit[count === 0 ? 0 : 1];
		await expect(items('manual')).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(`${advice}.*Published, the workflow waits`),
		});
		expect(mine.asked()).toHaveLength(1);
	});

	it('a test by hand whose time is up says so, and is no stopped execution', async () => {
		happen();
		const { items } = await mine.host(undefined, { budget: 300 });
		mine.service.faults.add({ times: Infinity, kind: { hang: true, at: 'before' } });
		const message = 'No response came in the time that a poll has';
		await expect(items('manual')).rejects.toMatchObject({ message });
	});

	it.each(['manual', 'trigger'] as const)(
		'a poll (%s) whose time goes by in a limit of calls says so',
		async (mode) => {
			const late = new AbortController();
			limit(40_000, () => late.signal);
			const isRefused = () => mine.service.calls.some(({ code }) => code === 30);
			const beforeCall = async () => void (isRefused() && late.abort());
			const { items } = await mine.watching(undefined, { beforeCall });
			happen();
			mine.service.faults.add({ times: Infinity, kind: { code: 30 } });
			const message = expect.stringMatching(/^[^:]*\(code 30\)$/);
			await expect(items(mode)).rejects.toMatchObject({ message });
		},
	);

	it.each(refused)('%j is refused by name, before anything is asked', async (given, message) => {
		const { items } = await mine.host(JSON.parse(JSON.stringify(given)));
		mine.asked();
		await expect(items()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(message),
		});
		expect(mine.asked()).toEqual([]);
	});

	it('is a polling trigger with the parameters that workflows save, and tells its choice on the canvas', () => {
		expect(node.description).toMatchObject({ polling: true, inputs: [] });
		const names = node.description.properties
			.filter(({ type }) => type !== 'notice')
			.map(({ name, options }) => [
				name,
				...(options ?? []).map((option) => ('value' in option ? option.value : option.name)),
			]);
		expect(names).toEqual(saved);
		for (const caption of captions) expect(node.description.subtitle).toContain(caption);
	});
});
