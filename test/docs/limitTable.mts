import { built } from './built.mts';
import { table } from './fill.mts';

const { SERVICE_LIMITS } =
	built<typeof import('../../nodes/shared/input/limits.ts')>('shared/input/limits');
const { LINKS_A_CALL } =
	built<typeof import('../../nodes/Link/statistics/calls.ts')>('Link/statistics/calls');

/** The limits of the service that the nodes check, from where the checks have them. */
export const limitTable = (): string =>
	table(
		['what', 'limit', 'the nodes'],
		[
			['comment of a link', `${SERVICE_LIMITS.comment} characters`, 'refuse more'],
			['name of a campaign', `${SERVICE_LIMITS.campaignName} characters`, 'refuse more'],
			[
				'validity of a message',
				`${SERVICE_LIMITS.validity.min} to ${SERVICE_LIMITS.validity.max} minutes`,
				'refuse others',
			],
			[
				'campaigns in a filter',
				`${SERVICE_LIMITS.campaigns}`,
				'refuse more; the service would ignore them',
			],
			['links in a call for statistics', `${LINKS_A_CALL}`, 'make several calls'],
		],
	);
