import { LinkLookup, type LinkReference } from '../api/linkLookup';
import { settle } from '../outcome';
import { CONCURRENCY } from './eachItem';
import { pool } from './pool';
import type { Asked, Run } from './run';

/** An item with the id of the link that it names. */
export type WithLinkId<P> = Asked<P> & { linkId: string };

/**
 * Finds the ids of the items' links, each link once. An item whose link is not found fails here, and
 * the others go on.
 */
export async function findLinkIds<P extends { link: LinkReference }>(
	run: Run,
	asked: Array<Asked<P>>,
): Promise<Array<WithLinkId<P>>> {
	const lookup = new LinkLookup(run.service);
	const found = new Map<number, string>();
	await pool(
		asked,
		CONCURRENCY,
		() => run.halted,
		async ({ index, params }) => {
			const outcome = await settle(async () => await lookup.id(params.link));
			if ('fault' in outcome) run.fail(index, outcome.fault);
			else found.set(index, outcome.value);
		},
	);
	return asked.flatMap((item) => {
		const linkId = found.get(item.index);
		return linkId === undefined ? [] : [{ ...item, linkId }];
	});
}
