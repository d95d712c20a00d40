import { isRecord } from '../../shared/api/envelope';
import { ServiceRefusal } from '../../shared/api/faults';
import type { Service } from '../../shared/api/service';
import { number, rows } from '../../shared/api/wire';
import { linkLocator, readLink } from '../../shared/fields/linkLocator';
import { operation } from '../../shared/operation/definition';
import { chunks, gather } from '../../shared/operation/gather';
import { findLinkIds } from '../../shared/operation/linkIds';
import { Refusal } from '../../shared/operation/refusal';
import { settle } from '../../shared/outcome';

/** Ids in one call. The specification sets no limit; this is its usual one. */
const IDS_A_CALL = 100;

/** Codes of a bulk operation that was done in part or not at all; the data says which ids. */
const BULK_CODES = [98, 99];

/** Link/Delete, many links a call. A link that the service did not delete is its own item's failure. */
export const deleteLink = operation({
	resource: 'link',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete short link permanently',
	description:
		'Delete a short link permanently. Its address stops working, which cannot be undone.',
	counted: 'links deleted',
	properties: [linkLocator],
	read: (item) => ({ link: readLink(item) }),
	async run(run, asked) {
		const items = await findLinkIds(run, asked);
		const parts = chunks(
			items.map(({ linkId }) => linkId),
			IDS_A_CALL,
		);
		const deleted = await gather(
			run,
			parts.map((keys) => ({ keys, ask: async () => await deleteLinks(run.service, keys) })),
		);
		for (const { index, linkId } of items.filter((item) => deleted.has(item.linkId))) {
			await run.attempt(index, async () => {
				if (deleted.get(linkId)) return { deleted: true, id: number(linkId) };
				throw new Refusal(
					`The service did not delete link ${linkId}`,
					'It may be deleted already, or it belongs to another account.',
				);
			});
		}
	},
});

async function deleteLinks(service: Service, ids: string[]): Promise<Map<string, true>> {
	const outcome = await settle(async () => await service.write('Link/Delete', { ids }));
	const data = 'value' in outcome ? outcome.value : partOf(outcome.fault);
	const processed = isRecord(data) ? rows(data.processed) : [];
	return new Map(processed.map((id) => [String(id), true]));
}

/** The data of a bulk operation that was not done in full. @throws any other fault */
function partOf(fault: unknown): unknown {
	if (fault instanceof ServiceRefusal && BULK_CODES.includes(fault.code)) return fault.data;
	throw fault;
}
