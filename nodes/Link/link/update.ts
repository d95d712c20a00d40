import type { IDataObject } from 'n8n-workflow';

import { Queued } from '../../shared/api/envelope';
import { NoAnswer } from '../../shared/api/faults';
import { link } from '../row';
import { readLink } from '../reference/linkLookup';
import type { Service } from '../../shared/api/service';
import { number, queuedOutput } from '../../shared/api/wire';
import { groupBy } from '../../shared/operation/groupBy';
import { linkLocator } from '../reference/linkLocator';
import { keepWrites, type Writes } from '../../shared/operation/journal/keepWrites';
import { operation } from '../../shared/operation/definition';
import { findLinkIds, type WithLinkId } from '../reference/linkIds';
import { pool } from '../../shared/api/gate';
import type { Asked, Run } from '../../shared/operation/run';
import { readChange, updateFields, type Change } from './updateFields';

/**
 * Link/Update. The service makes a link permanent when it gets no date, so "keep" sends the date of the
 * link again, and it refuses a call that sends nothing, so "never" alone sends the status again. Changes of
 * one link are made in the order of the items.
 */
export const update = operation({
	resource: 'link',
	operation: 'update',
	name: 'Update',
	action: 'Update a short link',
	description:
		'Update a short link: switch it on or off, change its comment or its expiration date. What is not given stays as it is.',
	counted: 'links updated',
	properties: [linkLocator, updateFields],
	read: readChange,
	run: async (run, asked) =>
		await keepWrites('updates', run, asked, async (writes) => await updateAll(run, asked, writes)),
});

/**
 * What an earlier try has changed is not changed again: meanwhile somebody else may have. Only where a change
 * before it failed is it made again, since that one is made now.
 */
async function updateAll(
	run: Run,
	asked: Array<Asked<Change>>,
	writes: Writes<Change>,
): Promise<void> {
	const outputs = new Map(asked.map((item) => [item.index, writes.earlier(item)]));
	// One link may be named in several ways; only its id tells that the items mean the same one.
	const left = await findLinkIds(
		run,
		asked.filter(({ index }) => !outputs.get(index)),
	);
	const first = new Map([...left].reverse().map(({ linkId, index }) => [linkId, index]));
	const again = asked.flatMap((item) => {
		const output = outputs.get(item.index);
		const linkId = String(output?.id);
		// It must come after a change of the same link that is still to be made.
		if (output && item.index > (first.get(linkId) ?? Infinity)) {
			writes.forget(item);
			return [{ ...item, linkId }];
		}
		if (output) run.succeed(item.index, output);
		return [];
	});
	const items: Array<WithLinkId<Change>> = [...left, ...again].sort((a, b) => a.index - b.index);
	await pool(
		groupBy(items, ({ linkId }) => linkId),
		() => run.service.level.writes,
		() => run.halted,
		async (changes) => {
			const [{ linkId }] = changes;
			const row = changes.find((item) => item.row && DATE in item.row)?.row;
			const kept = new KeptLink(run.service, linkId, row && link(row, true));
			for (const item of changes) {
				const { index, params } = item;
				if (run.halted) return;
				await run.attempt(index, async () => {
					const output = await kept.change(params);
					writes.keep({ index, params }, output);
					return output;
				});
			}
		},
	);
}

const DATE = 'expirationDate';

/** A link through its changes; it is read only when a change needs something of it that is not known. */
class KeptLink {
	constructor(
		private readonly service: Service,
		private readonly id: string,
		private known: IDataObject | undefined,
	) {}

	async change({ status, comment, expiration, expirationDate }: Change): Promise<IDataObject> {
		const sendsNothing = expiration === 'never' && status === undefined && comment === undefined;
		const before = expiration === 'keep' || sendsNothing ? await this.read() : this.known;
		// Until the answer says so, nobody knows what the link has.
		this.known = undefined;
		const date = expiration === 'keep' ? dayOf(before?.expirationDate) : expirationDate;
		const again = sendsNothing ? sentAgain(before) : {};
		const data = { status, comment, expirationDate: date, ...again };
		const answer = await this.service.write('Link/Update', { id: this.id, data });
		if (answer instanceof Queued) return { id: number(this.id), ...queuedOutput(answer) };
		this.known = before && {
			...before,
			status: status ?? before.status,
			comment: comment ?? before.comment,
			expirationDate: date ?? null,
		};
		// In place of the short link the service may answer true, also as text.
		const isLink = typeof answer === 'string' && answer.includes('/');
		const shortLink = isLink ? answer : before?.shortLink;
		return { id: number(this.id), shortLink: shortLink ?? null, updated: true };
	}

	private async read(): Promise<IDataObject> {
		if (this.known) return this.known;
		const row = await readLink(this.service, { id: this.id });
		// Taken for a link without a date, it would lose the one it has.
		if (!(DATE in row)) throw new NoAnswer('Link/Get', 'garbled', '');
		return link(row, true);
	}
}

/** Something that the link has, so that a call that only makes it permanent does not come without values. */
const sentAgain = (before: IDataObject | undefined): { status: number } | { comment: string } =>
	typeof before?.status === 'number'
		? { status: before.status }
		: { comment: String(before?.comment ?? '') };

/** The day alone: with a clock behind it, the service would refuse its own date. */
const dayOf = (date: IDataObject[string]): string | undefined =>
	typeof date === 'string' ? date.slice(0, 10) : undefined;
