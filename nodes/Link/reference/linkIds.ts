import { LinkLookup, type LinkReference } from './linkLookup';
import type { Row } from '../../shared/api/wire';
import { settle } from '../../shared/api/promises';
import { pool } from '../../shared/api/gate';
import type { Asked, Run } from '../../shared/operation/run';

/** An item with the id of its link, and the link itself if it was read to find the id. */
export type WithLinkId<P> = Asked<P> & { linkId: string; row?: Row };

/**
 * Finds the ids of the items' links, each link once. An item whose link is not found fails here, and
 * the others go on.
 */
export async function findLinkIds<P extends { link: LinkReference }>(
	run: Run,
	asked: Array<Asked<P>>,
): Promise<Array<WithLinkId<P>>> {
	const lookup = new LinkLookup(run.service);
	const found = new Map<number, WithLinkId<P>>();
	await pool(
		asked,
		() => run.service.level.reads,
		() => run.halted,
		async (item) => {
			const outcome = await settle(async () => await lookup.find(item.params.link));
			if ('fault' in outcome) return run.fail(item.index, outcome.fault);
			const { id: linkId, row } = outcome.value;
			found.set(item.index, { ...item, linkId, row });
		},
	);
	return asked.flatMap(({ index }) => found.get(index) ?? []);
}
