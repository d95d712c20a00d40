import { NodeOperationError, type INode } from 'n8n-workflow';

import type { ChangeEvent } from './change';
import type { MessageList } from './list';
import { BEGINNING } from './serviceClock';

const SHOWN = 10;

/**
 * What a manual test shows: the latest changes that the trigger would tell, oldest first.
 *
 * @throws NodeOperationError where there are none
 */
export async function latestChanges(
	list: MessageList,
	wants: (status: string) => boolean,
	node: INode,
): Promise<ChangeEvent[]> {
	const { changes } = await list.page({ order: 'DESC', from: BEGINNING, page: 0 });
	const fitting = changes.filter(({ status }) => wants(status)).slice(0, SHOWN);
	if (fitting.length === 0) throw new NodeOperationError(node, ...nothing(changes.length));
	return fitting.reverse().map((change) => ({ ...change, previousStatus: null }));
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
				`None of the latest ${looked} changes is one that this trigger tells`,
				{
					description:
						'For a test, choose "Any Status" in Trigger On. Published, the workflow waits for the first one.',
				},
			];
}
