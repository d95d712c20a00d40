import { CAMPAIGN_LINK } from '../../../../nodes/Link/campaign/getLinks.ts';
import { ofFields } from '../../../schemas/schema.mts';
import { CAMPAIGN } from '../../shared.mts';
import type { Scenario } from '../../scenario.mts';

export const scenario: Scenario = {
	action: 'Get short links of campaign',
	saved: ['campaignId'],
	output: ofFields(CAMPAIGN_LINK),
	mistakes: {
		'`messageId` as **Campaign ID**': 'take `campaignId` from the output of Send',
		'Links that you put into the text yourself':
			'look in Link > Get Many; this lists what **Shorten Links** made',
		'Clicks as people':
			'[previews and scanners click, too](clicks.md#a-click-is-not-always-a-person)',
	},
	run: async (h) => await h.run('campaign.getLinks', { campaignId: CAMPAIGN }),
};
