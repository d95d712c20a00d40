import type { INodeParameters } from 'n8n-workflow';

import { address, isWaitingPage } from '../../nodes/Link/row.ts';
import { harness, locator } from '../engine/lib/harness.mts';
import { searchLinks } from '../engine/lib/context.mts';
import { CAMPAIGN } from '../operations/shared.mts';

const h = harness();

const SIGNATURE = 'ab12'.repeat(16);
const PAGES = [
	// As Send and Wait makes them, also where n8n's endpoint has another name.
	`https://n8n.example.com/webhook-waiting/7/2b?question=1&lang=en&signature=${SIGNATURE}`,
	`https://n8n.example.com/w/7/2b?question=1773126000437&lang=kk&signature=${SIGNATURE}`,
	`https://n8n.example.com/w/7/2b?question=1&lang=en&code=sms&signature=${SIGNATURE}`,
	// Of n8n's own nodes.
	`https://n8n.example.com/webhook-waiting/7/2b?approved=true&signature=${SIGNATURE}`,
	`http://n8n:5678/form-waiting/7?signature=${SIGNATURE}#x`,
];
const OTHERS = [
	'https://shop.example.com/answers?question=1&lang=en',
	`https://shop.example.com/unsubscribe?expires=1&signature=${SIGNATURE}`,
	'https://n8n.example.com/webhook/7?signature=1',
];

test('every operation that reads links leaves the signature of a waiting page out', async () => {
	const question = { recipient: '77011231000', message: 'Pay?' };
	const { error } = await h.run('message.sendAndWait', question);
	expect(error).toBeUndefined();
	const [own] = h.service.store.links.all();
	h.service.store.campaigns.add({ id: CAMPAIGN, createTs: h.service.now() });
	h.service.store.links.update(own, { campaignId: CAMPAIGN });
	const signature = /signature=(\w+)/.exec(own.fullLink)?.[1];
	const byCode = { link: locator('code', own.code) };
	const reads: Array<[choice: string, parameters: INodeParameters]> = [
		['link.getAll', { simplify: true }],
		['link.getAll', { simplify: false }],
		['link.getAll', { output: 'selectedFields', fields: ['fullLink'] }],
		['link.get', { ...byCode, simplify: true }],
		['link.get', { ...byCode, simplify: false }],
		['campaign.getLinks', { campaignId: CAMPAIGN }],
		['statistics.get', { ...byCode, output: 'totals' }],
		['statistics.get', { ...byCode, output: 'raw' }],
		['link.update', { ...byCode, updateFields: { comment: 'x' } }],
		['link.delete', byCode],
	];
	expect(signature).toHaveLength(64);
	for (const [choice, parameters] of reads) {
		const { main, error } = await h.run(choice, parameters);
		expect([choice, error?.message]).toEqual([choice, undefined]);
		expect(main.length).toBeGreaterThan(0);
		expect(JSON.stringify(main)).not.toContain(signature);
		if (choice === 'link.getAll') {
			expect(main[0].json.fullLink).toBe(own.fullLink.split('&signature')[0]);
		}
	}
});

test.each(PAGES)('a waiting page, without its signature: %s', (page) => {
	expect(isWaitingPage({ fullLink: page })).toBe(true);
	expect(address(page)).not.toContain(SIGNATURE);
	expect(address(page)).toBe(page.replace(/[?&]signature=\w+/, ''));
});

test.each([...OTHERS, null, ''])('another address stays as it is: %s', (other) => {
	expect(isWaitingPage({ fullLink: other })).toBe(false);
	expect(address(other)).toBe(other || null);
});

test('the list of the editor passes waiting pages over, and reads on behind a page of them', async () => {
	const { store } = h.service;
	store.addLink({ code: 'aa', fullLink: OTHERS[0] });
	const later = h.service.now() + 1000;
	for (let n = 0; n < 60; n++)
		store.addLink({ fullLink: PAGES[n % PAGES.length], createTs: later });
	for (const filter of [undefined, 'example.com']) {
		const { results } = await searchLinks(h, filter);
		expect(results.map(({ value }) => value)).toEqual(['400001']);
	}
});
