import type { INodeParameters } from 'n8n-workflow';

import { harness, locator, NOON } from './lib/harness.mts';

const h = harness();

const SIMPLE_LINK = {
	...{ id: 400001, code: 'abcd', shortLink: expect.stringContaining('/abcd') },
	...{ fullLink: 'https://example.com/', status: 1, moderatorStatus: 1, clickCnt: 0 },
	...{ createTs: '2026-03-10 12:00:00', expirationDate: '2026-12-31', comment: 'spring' },
};
const RAW_LINK = { ...SIMPLE_LINK, moderatorComment: null };

beforeEach(() => {
	h.service.dialect = 'documented';
	h.service.store.addLink({ code: 'abcd', comment: 'spring', expirationDate: '2026-12-31' });
	h.service.store.addMessage({ id: '70000000001', to: '77011234567', createdAt: NOON });
});

/** What an AI agent's tool returns; without parameters the tool is as it was added. */
async function asTool(choice: string, parameters: INodeParameters = {}) {
	const { main, error } = await h.engine.run(
		h.node(`${choice.startsWith('link') ? 'link' : 'message'}Tool`, choice, parameters, {}),
	);
	return { rows: main.map(({ json }) => json), error };
}

const LINK = { link: locator('code', 'abcd') };

test.each<[choice: string, parameters: INodeParameters, simple: object, raw: object]>([
	['link.get', LINK, SIMPLE_LINK, RAW_LINK],
	['link.getAll', {}, SIMPLE_LINK, RAW_LINK],
	['message.getAll', {}, { id: 70000000001, final: true }, { segUserBuy: 0.06 }],
])('%s: few fields, all with Raw, or those selected', async (choice, parameters, simple, whole) => {
	const [row, ...rest] = (await asTool(choice, parameters)).rows;
	expect([row, rest]).toEqual([expect.objectContaining(simple), []]);
	expect(Object.keys(row)).toHaveLength(10);
	const [raw] = (await asTool(choice, { ...parameters, output: 'raw' })).rows;
	expect(raw).toMatchObject(whole);
	const fields = Object.keys(raw).reverse();
	const chosen = await asTool(choice, { ...parameters, output: 'selectedFields', fields });
	expect(Object.keys(chosen.rows[0])).toEqual(fields);
});

test.each([
	['', 2],
	[' null', 2],
	['undefined', 2],
	['none', 0],
])('a filter that the model gives as %j lists %i links', async (query, found) => {
	h.service.store.addLink({ comment: 'autumn' });
	const tool = (filter: string) => {
		const filters = { query: filter };
		return h.engine.run(h.node('linkTool', 'link.getAll', { filters }, { items: [{ query }] }));
	};
	expect((await tool("={{ $fromAI('query') }}")).main).toHaveLength(found);
	expect((await tool('={{ $json.qery }}')).error?.message).toMatch('"Query" is empty');
});

test.each([
	['message.getAll', 'status', 'delivered', 'DELIVRD'],
	['message.getAll', 'status', ' delivrd', 'DELIVRD'],
	['message.getAll', 'campaignStatus', 'Not Yet Sent (NOT_YET_SENT)', 'NOT_YET_SENT'],
	['message.getAll', 'status', 'SCHEDUL', 'SCHEDUL'],
	['link.getAll', 'moderatorStatus', 'blocked', '0'],
])('%s, %s: the choice %j is known by its name, too', async (choice, filter, given, asked) => {
	await asTool(choice, { filters: { [filter]: `={{ '${given}' }}` } });
	const [{ params }] = h.service.calls;
	expect(params).toMatchObject({ criteria: { [filter]: asked } });
});

const HI = { recipient: '77011234567', text: 'Hi' };

test.each<[choice: string, parameters: INodeParameters]>([
	['message.send', { ...HI, text: "=Hi {{ $fromAI('Name', `Of the person (first)`) }}!" }],
	['message.send', { ...HI, text: '=Hi {{ $fromAI("Name", "Of the person (first)") }}!' }],
	['message.send', { ...HI, text: "=Hi {{ $fromAI('Name', 'The person\\'s name') }}!" }],
	// As the editor writes it, with a text around it.
	[
		'message.send',
		{
			...HI,
			text: "=Hi {{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', ``, 'string') }}!",
		},
	],
	['message.send', { ...HI, options: { sendOnceKey: "=sale-{{ $fromAI('Name').trim() }}" } }],
	['link.create', { fullLink: "=https://shop.kz/{{ $fromAI('Name') }}" }],
])('%s: a placeholder that the model leaves out is refused, %j', async (choice, parameters) => {
	const { error } = await asTool(choice, parameters);
	expect(error?.message).toMatch(/has nothing in place of "Name", which the model gives/);
	expect(h.methods()).toEqual([]);
});

test('fields selected: null for what a row lacks', async () => {
	const fields = ['clickCnt', 'shortLink', 'deletedTs'];
	const { rows } = await asTool('link.getAll', { output: 'selectedFields', fields });
	expect(rows).toEqual([{ clickCnt: 0, shortLink: RAW_LINK.shortLink, deletedTs: null }]);
});

test.each([
	[['to', 'final'], { to: '77011234567', final: true }, undefined],
	[['countryA2'], { countryA2: 'KZ' }, '1'],
])('the country is asked for only where it is selected: %j', async (fields, expected, asked) => {
	const { rows } = await asTool('message.getAll', { output: 'selectedFields', fields });
	expect(rows).toEqual([expected]);
	expect(Object(h.wire('Message/List')[0]).withNumberInfo).toBe(asked);
});

test.each([
	['={{ [] }}', '"Fields" is empty'],
	[['clicks'], '"Fields" cannot be "clicks"'],
])('fields %j are refused before any call', async (fields, refusal) => {
	const { error } = await asTool('link.getAll', { output: 'selectedFields', fields });
	expect(error?.message).toContain(refusal);
	expect(h.methods()).toEqual([]);
});

test('the node alone goes by Simplify, whatever was saved as Output', async () => {
	const parameters = { ...LINK, output: 'raw' };
	const simple = await h.run('link.get', parameters);
	const whole = await h.run('link.get', { ...parameters, simplify: false });
	expect([simple.main[0].json, whole.main[0].json]).toEqual([SIMPLE_LINK, RAW_LINK]);
});
