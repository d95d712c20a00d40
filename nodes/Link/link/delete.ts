import type { IDataObject } from 'n8n-workflow';

import { Queued, queuedOutput } from '../../shared/api/response';
import { ServiceRefusal } from '../../shared/api/faults';
import { elements, isBlank, isNothing } from '../../shared/api/list';
import { settle, valueOf, type Settled } from '../../shared/api/promises';
import { CODES } from '../../shared/api/resultCodes';
import type { Service } from '../../shared/api/service';
import { idText, isRecord, number, time } from '../../shared/api/wire';
import { operation } from '../../shared/operation/definition';
import { chunks, gather, Inseparable, type SharedCall } from '../../shared/operation/gather';
import { keepWrites, leftOf, type Write, type WriteJournal } from '../../shared/operation/writes';
import { Failure, notKnown } from '../../shared/operation/nodeError';
import type { Run } from '../../shared/operation/run';
import { findLinkIds, linkLocator, readLink, readLocator, type LinkReference } from '../reference';

/** The specification sets no limit; this is its usual one. */
const IDS_A_CALL = 100;

/** A link that the service did not delete is the failure of its own item. */
export const deleteLink = operation({
	resource: 'link',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete short link',
	description:
		'Delete a short link permanently. Its address stops working, which cannot be undone.',
	counted: 'links deleted',
	properties: [linkLocator],
	read: (item) => ({ link: readLocator(item) }),
	run: keepWrites('deletes', deleteAll),
});

interface Params {
	link: LinkReference;
}

/** A link that an earlier try deleted is left alone; one whose response was lost is asked for first. */
async function deleteAll(
	run: Run,
	writes: Array<Write<Params>>,
	journal: WriteJournal,
): Promise<void> {
	const lostId = (item: Write<Params>) => journal.find(item)?.open;
	const items = await findLinkIds(run, leftOf(run, writes, journal), lostId);
	const send = async (ids: string[]): Promise<unknown> =>
		await run.writer.write('Link/Delete', () => {
			const own = new Set(ids);
			for (const item of items.filter(({ linkId }) => own.has(linkId))) {
				run.begun(item.index);
				journal.begun(item, item.linkId);
			}
			return { ids };
		});
	const lost = new Set(items.flatMap((item) => lostId(item) ?? []));
	const others = items.map(({ linkId }) => linkId).filter((id) => !lost.has(id));
	const calls = [
		...[...lost].map((id) => deletion(run.service, [id], send, true)),
		...chunks(others, IDS_A_CALL).map((ids) => deletion(run.service, ids, send)),
	];
	const answers = await gather(run, calls);
	for (const item of items) {
		const end = answers([item.linkId]);
		if (end)
			run.serveAtOnce(item.index, () => {
				const outputs = valueOf(end).flatMap((output) => (output ? [output] : []));
				for (const output of outputs) journal.done(item, output);
				return outputs;
			});
		const fault = run.faults.get(item.index);
		const isUnknown = fault instanceof Failure && fault.details.outcome === 'unknown';
		// A call that named it may have been refused for another link, and none was made for it alone.
		const isLeft = !run.hasResult(item.index) && !lost.has(item.linkId);
		if ((fault !== undefined && !isUnknown) || isLeft) journal.forget(item);
	}
}

/**
 * One call for several links; if it is refused for one of them, each half gets a call of its own. If the response does
 * not say clearly whether a link was deleted, the link is asked for.
 *
 * @param isSecond after a lost response: a link that is gone was deleted by the first call
 */
const deletion = (
	service: Service,
	ids: string[],
	send: (ids: string[]) => Promise<unknown>,
	isSecond = false,
): SharedCall<IDataObject> => ({
	keys: ids,
	ask: async () => {
		if (isSecond && (await isGone(service, ids[0])))
			return new Map([[ids[0], { value: deleted(ids[0]) }]]);
		const response = await settle(send(ids));
		const { code, data } = responseOf(response, ids);
		const isDeleted = told(code, data, ids);
		const one = async (id: string): Promise<IDataObject> => {
			if (data instanceof Queued) return { id: number(id), ...queuedOutput(data) };
			if (isDeleted(id) ?? (await isGone(service, id))) return deleted(id);
			// The call was not done as a whole, and the link is not named: a call for it alone may say why.
			if (code !== CODES.success && isDeleted(id) === undefined && ids.length > 1)
				return valueOf((await deletion(service, [id], send).ask()).get(id));
			throw new Failure(
				'The service did not delete the link',
				'It may be deleted already, or it belongs to another account.',
			);
		};
		const ends = new Map<string, Settled<IDataObject>>();
		await service.each('reads', ids, async (id) => void ends.set(id, await settle(one(id))));
		return ends;
	},
	parts:
		ids.length > 1
			? () => chunks(ids, Math.ceil(ids.length / 2)).map((half) => deletion(service, half, send))
			: undefined,
});

const deleted = (id: string): IDataObject => ({ deleted: true, id: number(id) });

/** Whether a link is gone, or shown as deleted. @throws Failure with the outcome `unknown` */
async function isGone(service: Service, id: string): Promise<boolean> {
	const outcome = await settle(readLink(service, { id }));
	if ('value' in outcome) return time(outcome.value.deletedTs) !== null;
	const { fault } = outcome;
	if (fault instanceof ServiceRefusal && fault.code === CODES.notFound) return true;
	throw notKnown(fault);
}

/** @throws Inseparable if nothing was done and nobody is named; any other fault as it is */
function responseOf(outcome: Settled<unknown>, ids: string[]): { code: number; data: unknown } {
	if ('value' in outcome) return { code: CODES.success, data: outcome.value };
	const { fault } = outcome;
	if (!(fault instanceof ServiceRefusal)) throw fault;
	const { code, data } = fault;
	if (code === CODES.partlyDone) return { code, data };
	if (code !== CODES.nothingDone) throw fault;
	if (idsIn(data, 'notProcessed')?.size) return { code, data };
	throw ids.length > 1 ? new Inseparable() : fault;
}

/**
 * Whether a link was deleted, by the response; undefined where it says neither or both. Code 0 may name only the links
 * that were not processed, or no link at all: then all others are deleted.
 */
function told(code: number, data: unknown, ids: string[]): (id: string) => boolean | undefined {
	const [done, left] = [idsIn(data, 'processed'), idsIn(data, 'notProcessed')];
	const isSilent = data === true || isBlank(data) || (isRecord(data) && isNothing(data.processed));
	const isOfThese = left !== undefined && [...left].every((id) => ids.includes(id));
	const isEnough = code === CODES.success || (code === CODES.partlyDone && Boolean(left?.size));
	return (id) => {
		const [isDone, isLeft] = [done, left].map((list) => list?.has(id) === true);
		if (isDone !== isLeft) return isDone;
		return isSilent && isOfThese && isEnough ? true : undefined;
	};
}

/** Undefined for what is no list of ids. */
function idsIn(data: unknown, name: string): Set<string> | undefined {
	const list = isRecord(data) ? data[name] : undefined;
	const ids = isNothing(list) ? [] : elements(list);
	return ids && new Set(ids.map(idText));
}
