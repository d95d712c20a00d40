import { z } from 'zod';
import { ApiFailure, CODES } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { id } from '../../api/params.mts';
import { listAnswer } from '../../freedoms/lists.mts';
import { campaignLinkRow } from '../../wire/rows.mts';

const params = z.strictObject({ campaignId: id });

/** Link/GetLinks: the links that were shortened for a campaign, as a bare list. */
export const getLinks = defineMethod('Link/GetLinks', params, ({ campaignId }, context) => {
	const { campaigns, links } = context.store;
	if (campaigns.get(campaignId) === undefined) {
		throw new ApiFailure(CODES.notFound, 'Campaign not found');
	}
	const own = [...links.all()].filter((link) => link.campaignId === campaignId);
	const rows = own.map((link) => campaignLinkRow(link, context));
	return ok(listAnswer(rows, context));
});
