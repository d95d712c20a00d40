import { isRecord, Queued } from '../../shared/api/envelope';
import { ServiceRefusal } from '../../shared/api/faults';
import { elements } from '../../shared/api/list';
import { CODES } from '../../shared/api/resultCodes';
import type { Service } from '../../shared/api/service';
import { idText, number, queuedOutput } from '../../shared/api/wire';
import { linkLocator, readLocator } from '../reference/linkLocator';
import type { LinkReference } from '../reference/linkLookup';
import { keepWrites, type Writes } from '../../shared/operation/journal/keepWrites';
import { operation } from '../../shared/operation/definition';
import { chunks, gather, Inseparable, type SharedCall } from '../../shared/operation/gather';
import { findLinkIds } from '../reference/linkIds';
import { Failure } from '../../shared/operation/failure';
import type { Asked, Run } from '../../shared/operation/run';
import { settle } from '../../shared/api/promises';

/** Ids in one call. The specification sets no limit; this is its usual one. */
const IDS_A_CALL = 100;

/** Link/Delete, many links a call. A link that the service did not delete is its own item's failure. */
export const deleteLink = operation({
	resource: 'link',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a short link',
	description:
		'Delete a short link permanently. Its address stops working, which cannot be undone.',
	counted: 'links deleted',
	properties: [linkLocator],
	read: (item) => ({ link: readLocator(item) }),
	run: async (run, asked) =>
		await keepWrites('deletes', run, asked, async (writes) => await deleteAll(run, asked, writes)),
});

type Item = Asked<{ link: LinkReference }>;

/** A link that an earlier try has deleted is not looked up again. */
async function deleteAll(run: Run, asked: Item[], writes: Writes<Item['params']>): Promise<void> {
	const items = await findLinkIds(run, writes.left(asked));
	const ids = items.map(({ linkId }) => linkId);
	const calls = [...chunks(ids, IDS_A_CALL)].map((part) => deletion(run.service, part));
	const ends = await gather(run, calls);
	for (const item of items.filter(({ linkId }) => ends.has(linkId))) {
		const { index, linkId } = item;
		run.attemptAtOnce(index, () => {
			const end = ends.get(linkId);
			const output =
				end instanceof Queued
					? { id: number(linkId), ...queuedOutput(end) }
					: { deleted: true, id: number(linkId) };
			if (end) writes.keep(item, output);
			if (end) return [output];
			throw new Failure(
				`The service did not delete link ${linkId}`,
				'It may be deleted already, or it belongs to another account.',
			);
		});
	}
}

/** One call for several links; if it is refused for one of them, each gets a call of its own. */
const deletion = (service: Service, ids: string[]): SharedCall<true | Queued> => ({
	keys: ids,
	ask: async () => {
		const outcome = await settle(async () => await service.write('Link/Delete', { ids }));
		const data = 'value' in outcome ? outcome.value : undefined;
		if (data instanceof Queued) return new Map(ids.map((id) => [id, data]));
		return new Map('value' in outcome ? deleted(data, ids) : deletedInPart(outcome.fault, ids));
	},
	parts: ids.length > 1 ? () => ids.map((id) => deletion(service, [id])) : undefined,
});

/**
 * The ids that an answer says are deleted. With a list of those processed, these; code 0 without one means
 * all but those not processed, if these are ids that were asked for.
 */
function deleted(data: unknown, ids: string[]): Array<[string, true]> {
	const [done, left] = [idsIn(data, 'processed'), idsIn(data, 'notProcessed')];
	const isClear = done.size > 0 || [...left].every((id) => ids.includes(id));
	return ids
		.filter((id) => isClear && !left.has(id) && (done.size === 0 || done.has(id)))
		.map((id) => [id, true]);
}

function idsIn(data: unknown, name: string): Set<string> {
	const list = isRecord(data) ? data[name] : undefined;
	return new Set((elements(list) ?? []).map(idText));
}

/** @throws Inseparable if nothing was done and no id is named; any other fault as it is */
function deletedInPart(fault: unknown, ids: string[]): Array<[string, true]> {
	if (!(fault instanceof ServiceRefusal)) throw fault;
	const [done, left] = [idsIn(fault.data, 'processed'), idsIn(fault.data, 'notProcessed')];
	if (fault.code === CODES.partlyDone && done.size + left.size > 0) return deleted(fault.data, ids);
	if (fault.code !== CODES.nothingDone) throw fault;
	if (left.size > 0) return [];
	throw ids.length > 1 ? new Inseparable() : fault;
}
