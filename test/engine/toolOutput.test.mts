import type { INodeParameters } from 'n8n-workflow';

import { harness, locator, NOON } from './lib/harness.mts';

const h = harness();

const SIMPLE_LINK = {
	id: 400001,
	code: 'abcd',
	shortLink: expect.stringContaining('/abcd'),
	fullLink: 'https://example.com/page',
	status: 1,
	moderatorStatus: 1,
	clickCnt: 0,
	createTs: '2026-03-10 12:00:00',
	expirationDate: '2026-12-31',
	comment: 'spring',
};
const RAW_LINK = { ...SIMPLE_LINK, moderatorComment: null };

beforeEach(() => {
	h.service.setDialect('documented');
	h.service.store.addLink({
		...{ id: '400001', code: 'abcd', fullLink: 'https://example.com/page' },
		...{ comment: 'spring', expirationDate: '2026-12-31' },
	});
	h.service.store.addMessage({ id: '70000000001', to: '77011234567', createdAt: NOON });
});

/** What an AI agent's tool returns; without parameters the tool is as it was added. */
async function asTool(type: string, choice: string, parameters: INodeParameters = {}) {
	const given = h.node(`${type}Tool`, choice, parameters, {});
	const { main, error } = await h.engine.run(given);
	return { rows: main.map(({ json }) => json), error };
}

const READS: Array<[string, string, INodeParameters]> = [
	['link', 'link.get', { link: locator('code', 'abcd') }],
	['link', 'link.getAll', {}],
];

describe.each(READS)('%s %s as a tool', (type, choice, parameters) => {
	test('returns few fields by itself', async () => {
		const { rows } = await asTool(type, choice, parameters);
		expect(rows).toEqual([SIMPLE_LINK]);
	});

	test('returns all fields with Raw', async () => {
		const { rows } = await asTool(type, choice, { ...parameters, output: 'raw' });
		expect(rows).toEqual([RAW_LINK]);
	});

	test('returns the fields selected, in their order, null for what a row lacks', async () => {
		const fields = ['clickCnt', 'shortLink', 'deletedTs'];
		const more = { output: 'selectedFields', fields };
		const { rows } = await asTool(type, choice, { ...parameters, ...more });
		expect(rows).toEqual([{ clickCnt: 0, shortLink: RAW_LINK.shortLink, deletedTs: null }]);
		expect(Object.keys(rows[0])).toEqual(fields);
	});
});

describe('messages as a tool', () => {
	const list = async (parameters?: INodeParameters) =>
		(await asTool('message', 'message.getAll', parameters)).rows;

	test('are simplified by themselves', async () => {
		const [row] = await list();
		expect(Object.keys(row)).toHaveLength(10);
		expect(row).toMatchObject({ id: 70000000001, final: true });
	});

	test('are whole with Raw', async () => {
		const [row] = await list({ output: 'raw' });
		expect(row).toHaveProperty('segUserBuy');
	});

	test('have the fields selected', async () => {
		const [row] = await list({ output: 'selectedFields', fields: ['to', 'final'] });
		expect(row).toEqual({ to: '77011234567', final: true });
		expect(h.wire('Message/List')[0]).not.toHaveProperty('withNumberInfo');
	});

	test('have the country where it is selected: it is asked for', async () => {
		const [row] = await list({ output: 'selectedFields', fields: ['countryA2'] });
		expect(row).toEqual({ countryA2: 'KZ' });
		expect(h.wire('Message/List')[0]).toMatchObject({ withNumberInfo: '1' });
	});
});

test.each([
	['={{ [] }}', '"Fields" is empty'],
	[['clicks'], '"Fields" cannot be "clicks"'],
])('fields %j are refused before any call', async (fields, refusal) => {
	const more = { link: locator('code', 'abcd'), output: 'selectedFields', fields };
	const { error } = await asTool('link', 'link.get', more);
	expect(error?.message).toContain(refusal);
	expect(h.methods()).toEqual([]);
});

test.each([
	['link', 'link.get'],
	['link', 'link.getAll'],
	['message', 'message.getAll'],
])('%s %s: every documented field can be selected', async (type, choice) => {
	const parameters = choice === 'link.get' ? { link: locator('code', 'abcd') } : {};
	const { rows } = await asTool(type, choice, { ...parameters, output: 'raw' });
	const more = { output: 'selectedFields', fields: Object.keys(rows[0]) };
	const { rows: chosen } = await asTool(type, choice, { ...parameters, ...more });
	expect(Object.keys(chosen[0])).toEqual(Object.keys(rows[0]));
});

test('the node alone goes by Simplify, whatever was saved as Output', async () => {
	const parameters = { link: locator('code', 'abcd'), output: 'raw' };
	const simple = await h.link('link.get', parameters);
	const whole = await h.link('link.get', { ...parameters, simplify: false });
	expect(simple.main[0].json).toEqual(SIMPLE_LINK);
	expect(whole.main[0].json).toEqual(RAW_LINK);
});
