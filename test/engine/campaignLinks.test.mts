import { fromItem, harness } from './lib/harness.mts';

const h = harness();
const CAMPAIGN = '70000000009';

function seed(count: number) {
	h.service.store.campaigns.add({ id: CAMPAIGN, name: 'Spring', createTs: h.service.now() });
	for (let n = 0; n < count; n++) {
		h.service.store.addLink({ code: `c${n}`, campaignId: CAMPAIGN, comment: n ? null : 'First' });
	}
	h.service.store.click('c0');
}

describe.each(['observed', 'documented'] as const)('Link/GetLinks, %s answers', (dialect) => {
	beforeEach(() => h.service.setDialect(dialect));

	test('one item for each link, with clicks and redirects', async () => {
		seed(2);
		const { main } = await h.link('campaign.getLinks', { campaignId: CAMPAIGN });
		expect(h.wire('Link/GetLinks')).toEqual([{ campaignId: CAMPAIGN }]);
		const row = (id: number, code: string, clicks: number, comment: string | null) => ({
			json: {
				id,
				code,
				fullLink: 'https://example.com/',
				shortLink: `${h.service.url}/${code}`,
				clickCnt: clicks,
				redirectCnt: clicks,
				comment,
			},
			pairedItem: { item: 0 },
		});
		expect(main).toEqual([row(400001, 'c0', 1, 'First'), row(400002, 'c1', 0, null)]);
	});

	test('a campaign without links gives nothing; an unknown one is that item’s failure', async () => {
		seed(1);
		h.service.store.campaigns.add({ id: '70000000010', name: 'Empty', createTs: h.service.now() });
		const { main } = await h.link(
			'campaign.getLinks',
			{ campaignId: fromItem('campaignId') },
			{
				items: [{ campaignId: 70000000010 }, { campaignId: 5 }, { campaignId: Number(CAMPAIGN) }],
				onError: 'continueRegularOutput',
			},
		);
		expect(main.map(({ json, pairedItem }) => [json.error ?? json.code, pairedItem])).toEqual([
			['The service has no such record (code 2)', { item: 1 }],
			['c0', { item: 2 }],
		]);
	});
});
