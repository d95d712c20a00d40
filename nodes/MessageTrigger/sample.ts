import { NodeOperationError, type INode } from 'n8n-workflow';

import type { ChangeEvent } from './change';
import { wantsStatus, type Choice } from './choice';
import type { MessageList } from './list';
import { BEGINNING } from './times';

const SHOWN = 10;
/** Few, because a user waits for it. */
const MOST_PAGES = 10;

/**
 * What a manual test shows: the latest changes that the trigger would emit, oldest first.
 *
 * @throws NodeOperationError if there are none
 */
export async function latestChanges(
	list: MessageList,
	choice: Choice,
	node: INode,
): Promise<ChangeEvent[]> {
	let looked = 0;
	for (let page = 0; page < MOST_PAGES; page++) {
		const asked = { sort: { statusUpdateTs: 'DESC' as const }, from: BEGINNING, page };
		const { changes, total = Infinity } = await list.page(asked);
		looked += changes.length;
		const fitting = changes.filter(({ status }) => wantsStatus(choice, status)).slice(0, SHOWN);
		if (fitting.length > 0) {
			return fitting.reverse().map((change) => ({ ...change, previousStatus: null }));
		}
		if (changes.length === 0 || looked >= total) break;
	}
	throw new NodeOperationError(node, ...nothing(looked));
}

function nothing(looked: number): [string, { description: string }] {
	return looked === 0
		? [
				'There is no message to show yet',
				{
					description:
						'Send a message, or check the filters. Published, the workflow waits for the first one.',
				},
			]
		: [
				`None of the latest ${looked} changes starts this trigger`,
				{
					description:
						'For a test, choose "Any Status" in Trigger On. Published, the workflow waits for the first one.',
				},
			];
}
