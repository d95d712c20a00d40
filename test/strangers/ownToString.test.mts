import { CONTINUE, harness, locator } from '../engine/lib/harness.mts';
import { searchLinks } from '../engine/lib/context.mts';
import { ownClock } from '../sending/lib/clock.mts';

// Before the engine is loaded, so that pauses take no time.
ownClock();
const h = harness();

/** To make a text of it throws, as of a list that holds it. */
const ODD = { toString: 'x', valueOf: 1 };

const answer = (method: string, data: unknown) =>
	h.service.faults.add({ method, times: Infinity, kind: { code: 0, data } });
const listOf = (...items: object[]) => ({ items, totalItemCount: items.length });

test('the list of links in the editor shows the others', async () => {
	const odd = { id: ODD, code: ODD, comment: ODD, fullLink: ODD, shortLink: ODD, deletedTs: ODD };
	answer('Link/List', listOf(odd, { id: 7, code: 'aa', comment: [ODD], fullLink: 'https://a.b' }));
	const { results } = await searchLinks(h);
	expect(results).toContainEqual({ name: 'aa: https://a.b', value: '7', url: undefined });
	expect((await searchLinks(h, 'a.b')).results).toContainEqual(results[1]);
});

test.each([
	['campaign.getLinks', 'Link/GetLinks', { campaignId: 5, returnAll: true }],
	['link.getAll', 'Link/List', { returnAll: true, options: { sortBy: 'code' } }],
	['link.getAll', 'Link/List', { returnAll: true, simplify: false }],
])('lists of %s have the rows as they came', async (choice, method, parameters) => {
	answer(method, listOf({ id: 7, code: ODD, comment: [ODD], x: ODD }, { id: 8, code: 'bb' }));
	const { main } = await h.run(choice, parameters, CONTINUE);
	expect(main.map(({ json }) => json.id)).toEqual([7, 8]);
});

test('a link that is looked up by its address is not found by one that is no text', async () => {
	answer('Link/Get', { id: 7, code: 'aa', shortLink: ODD });
	const link = locator('url', `${h.service.url}/bb`);
	const { main } = await h.run('link.get', { link }, CONTINUE);
	expect(main[0].json.error).toMatch(/found the link "aa"|code 2/);
});

test('a link is updated whose values are no texts', async () => {
	answer('Link/Get', { id: 7, code: ODD, shortLink: ODD, status: ODD, expirationDate: ODD });
	answer('Link/Update', ODD);
	const parameters = { link: locator('id', 7), updateFields: { expiration: 'never' } };
	const { main } = await h.run('link.update', parameters, CONTINUE);
	expect(main[0].json).toMatchObject({ id: 7, updated: true });
});

test('a message that was accepted is accepted, whatever its status is', async () => {
	answer('Message/SendSmsMessage', { messageId: 7, campaignId: ODD, status: ODD });
	const { main } = await h.run('message.send', { recipient: '77011234567', text: 'Hi' }, CONTINUE);
	expect(main[0].json).toMatchObject({ outcome: 'accepted', messageId: 7, statusText: null });
});
