import { NodeOperationError, type INode } from 'n8n-workflow';

import { hasHappened } from './event';
import type { EventRule } from './eventRule';
import { compareIds } from './ids';
import type { WatchedLink } from './list';

const SHOWN = 10;

/**
 * The latest links that had such an event, oldest first.
 *
 * @throws NodeOperationError if there are none
 */
export function latestLinks(links: WatchedLink[], rule: EventRule, node: INode): WatchedLink[] {
	const fitting = links.filter((link) => hasHappened(link, rule));
	if (fitting.length === 0) throw new NodeOperationError(node, ...nothing(links.length > 0));
	return fitting.sort((a, b) => compareIds(a.id, b.id)).slice(-SHOWN);
}

const WAITS = 'Published, the workflow waits for the first one.';

function nothing(isSome: boolean): [string, { description: string }] {
	return !isSome
		? [
				'There is no link to show yet',
				{ description: `Make a short link, or check the filters. ${WAITS}` },
			]
		: [
				'No link that matches has such an event',
				{
					description: `For a test, choose "New Clicks" in Trigger On, and open one of their short links. ${WAITS}`,
				},
			];
}
