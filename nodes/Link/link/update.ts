import type { IDataObject } from 'n8n-workflow';

import { Queued, queuedOutput } from '../../shared/api/response';
import { NoResponse } from '../../shared/api/faults';
import { number, plain, text as wireText, time, type Row } from '../../shared/api/wire';
import { updateFields } from '../../shared/fields/list';
import { dayField } from '../../shared/input/time/zone';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { oneOf, Refusal } from '../../shared/input/parse';
import { operation } from '../../shared/operation/definition';
import { groupBy } from '../../shared/operation/gather';
import { keepWrites, type Write, type WriteJournal } from '../../shared/operation/writes';
import type { Run } from '../../shared/operation/run';
import {
	comment,
	commentField,
	expirationDay,
	LONGEST_COMMENT,
	status as readStatus,
	statusField,
} from '../fields';
import { findLinkIds, linkLocator, readLink, readLocator } from '../reference';

const updated = updateFields([
	{
		...commentField,
		description: `New label, at most ${LONGEST_COMMENT} characters. Empty removes the label.`,
	},
	{
		displayName: 'Expiration',
		name: 'expiration',
		type: 'options',
		options: [
			{ name: 'Keep', value: 'keep', description: 'The date stays as it is' },
			{ name: 'Never', value: 'never', description: 'The link no longer expires' },
			{
				name: 'Set Date',
				value: 'date',
				description: "The link expires at the end of the day in 'Expiration Date'",
			},
		],
		default: 'keep',
		description:
			"What happens to the expiration date. Only 'Never' has to be chosen here: otherwise the date is kept, or set if 'Expiration Date' is given.",
	},
	{
		...dayField('Expiration Date', 'expirationDate', 'New last day on which the link works'),
		displayOptions: { hide: { expiration: ['keep', 'never'] } },
	},
	statusField,
]);

/** YYYY-MM-DD; null for never, undefined to keep the date. */
function readExpiration(item: ItemParameters): string | null | undefined {
	const path = 'updateFields.expirationDate';
	const chosen = item.optional('updateFields.expiration', oneOf(['keep', 'date', 'never']));
	if (chosen === 'never') return null;
	if (chosen === 'date') return item.required(path, expirationDay);
	// A date that was filled in counts, even if the choice beside it was forgotten.
	return chosen === undefined ? item.optional(path, expirationDay) : undefined;
}

type LinkUpdate = ReturnType<typeof readUpdate>;

/** What is undefined stays as it is. @throws Refusal also for an update that changes nothing */
function readUpdate(item: ItemParameters) {
	const expirationDate = readExpiration(item);
	const link = readLocator(item);
	const status = item.optional('updateFields.status', readStatus);
	const label = item.describing('updateFields.comment', comment, '');
	if (expirationDate !== undefined || status !== undefined || label !== undefined)
		return { expirationDate, link, status, comment: label };
	throw new Refusal(
		'"Update Fields" changes nothing',
		'Add a comment, a status or an expiration.',
		'updateFields',
	);
}

/**
 * Without a date in the call, the service makes a link permanent: so "keep" sends the old date again. It refuses a call
 * that changes nothing: so "never" alone sends the old status again. Changes of one link are made in the order of the
 * items.
 */
export const update = operation({
	resource: 'link',
	operation: 'update',
	name: 'Update',
	action: 'Update short link',
	description:
		'Update a short link: switch it on or off, change its comment or its expiration date. What is not given stays as it is.',
	counted: 'links updated',
	properties: [linkLocator, updated],
	read: readUpdate,
	run: keepWrites('updates', updateAll),
});

/**
 * A change that an earlier try made is not made again, unless one before it, of the same link, has to be: then the later
 * one must come last again.
 */
async function updateAll(
	run: Run,
	writes: Array<Write<LinkUpdate>>,
	journal: WriteJournal,
): Promise<void> {
	// Items may give one link in several ways; only its id shows that it is the same.
	const items = await findLinkIds(run, writes, (item) => plain(journal.find(item)?.done?.id));
	const groups = groupBy(items, ({ linkId }) => linkId);
	// Also in a run that is halted: what an earlier try has changed comes out.
	await run.service.each('writes', groups, async (changes) => {
		const found = changes.find(({ row }) => row)?.row ?? {};
		let known = found;
		let isMade = false;
		for (const item of changes) {
			const { index, linkId, params } = item;
			const earlier = isMade ? undefined : journal.find(item)?.done;
			if (earlier) {
				run.succeed(index, [earlier]);
				const date = params.expirationDate;
				// What is queued, a read may not show yet.
				if (date !== undefined) known = earlier.queued ? { ...found, [DATE]: date } : found;
				continue;
			}
			if (run.halted) return;
			isMade = true;
			journal.forget(item);
			await run.serve(index, async () => {
				const field = sentAgain(params);
				// A read might show the link as it was before an earlier change.
				const isKnown = field === undefined || field in known;
				const row = isKnown ? known : await readLink(run.service, { id: linkId });
				const data = dataOf(params, row, field);
				// If the change fails, nobody knows what it left.
				known = {};
				const response = await run.writer.write(METHOD, () => {
					run.begun(index);
					return { id: linkId, data };
				});
				const output = outputOf(response, linkId, row);
				known = { ...row, ...data };
				journal.done(item, output);
				return output;
			});
		}
	});
}

const METHOD = 'Link/Update';
const DATE = 'expirationDate';

/** The field of the link that is sent again. */
function sentAgain({ status, comment, expirationDate }: LinkUpdate): string | undefined {
	if (expirationDate === undefined) return DATE;
	const isAlone = expirationDate === null && status === undefined && comment === undefined;
	return isAlone ? 'status' : undefined;
}

/** @throws NoResponse for a link without the field that is sent again: it would lose its date */
function dataOf({ status, comment, expirationDate }: LinkUpdate, row: Row, field?: string) {
	if (field !== undefined && !(field in row)) throw new NoResponse('Link/Get', 'garbled');
	return {
		...(field === 'status' && { status: number(row.status) }),
		...(status !== undefined && { status }),
		...(comment !== undefined && { comment }),
		[DATE]: field === DATE ? dayOf(row) : expirationDate,
	};
}

/** @throws NoResponse for a text that does not say that the link was changed */
function outputOf(response: unknown, id: string, row: Row): IDataObject {
	if (response instanceof Queued) return { id: number(id), ...queuedOutput(response) };
	// In place of the short link the service may answer true, also as text.
	const isLink = typeof response === 'string' && response.includes('/');
	if (!isLink && plain(response).length > 'true'.length) throw new NoResponse(METHOD, 'garbled');
	const shortLink = isLink ? response : wireText(row.shortLink);
	return { id: number(id), shortLink, updated: true };
}

/** The day alone: with a time, the service would refuse its own date. */
const dayOf = (row: Row): string | undefined =>
	String(time(row.expirationDate) ?? '').slice(0, 10) || undefined;
