import type { IDataObject } from 'n8n-workflow';

import { Queued } from '../../shared/api/envelope';
import { NoAnswer } from '../../shared/api/faults';
import { link } from '../row';
import { readLink } from '../reference/linkLookup';
import type { Service } from '../../shared/api/service';
import { number, queuedOutput } from '../../shared/api/wire';
import { groupBy } from '../../shared/operation/groupBy';
import { linkLocator } from '../reference/linkLocator';
import { keepWrites, type Writes } from '../../shared/operation/ledger';
import { operation } from '../../shared/operation/definition';
import { findLinkIds, type WithLinkId } from '../reference/linkIds';
import { pool } from '../../shared/api/gate';
import type { Asked, Run } from '../../shared/operation/run';
import { readUpdate, updateFields, type LinkUpdate } from './updateFields';

/**
 * Link/Update. The service makes a link permanent when it gets no date, so "keep" sends the date of the
 * link again, and it refuses a call that sends nothing, so "never" alone sends the status again. Changes of
 * one link are made in the order of the items.
 */
export const update = operation({
	resource: 'link',
	operation: 'update',
	name: 'Update',
	action: 'Update short link',
	description:
		'Update a short link: switch it on or off, change its comment or its expiration date. What is not given stays as it is.',
	counted: 'links updated',
	properties: [linkLocator, updateFields],
	read: readUpdate,
	run: async (run, asked) =>
		await keepWrites('updates', run, asked, async (writes) => await updateAll(run, asked, writes)),
});

/**
 * What an earlier try has changed is not changed again, because somebody else may have changed it since.
 * Only if an earlier change of the same link failed is it made again, after that one.
 */
async function updateAll(
	run: Run,
	asked: Array<Asked<LinkUpdate>>,
	writes: Writes<LinkUpdate>,
): Promise<void> {
	const outputs = new Map(asked.map((item) => [item.index, writes.earlier(item)]));
	// Items may give one link in several ways; only its id shows that it is the same.
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
	const items: Array<WithLinkId<LinkUpdate>> = [...left, ...again].sort(
		(a, b) => a.index - b.index,
	);
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
					const output = await kept.change(params, () => run.begun(index));
					writes.keep({ index, params }, output);
					return output;
				});
			}
		},
	);
}

const DATE = 'expirationDate';

/** A link while it is changed; it is read only when a change needs a value that is not known. */
class KeptLink {
	constructor(
		private readonly service: Service,
		private readonly id: string,
		private known: IDataObject | undefined,
	) {}

	/** @param begins called each time that the request is about to go out */
	async change(
		{ status, comment, expiration, expirationDate }: LinkUpdate,
		begins: () => void,
	): Promise<IDataObject> {
		const sendsNothing = expiration === 'never' && status === undefined && comment === undefined;
		const before = expiration === 'keep' || sendsNothing ? await this.read() : this.known;
		// Until the answer comes, the values of the link are unknown.
		this.known = undefined;
		const date = expiration === 'keep' ? dayOf(before?.expirationDate) : expirationDate;
		const again = sendsNothing ? sentAgain(before) : {};
		const data = { status, comment, expirationDate: date, ...again };
		const answer = await this.service.write('Link/Update', { id: this.id, data }, begins);
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
		// If it were read as a link without a date, it would lose its date.
		if (!(DATE in row)) throw new NoAnswer('Link/Get', 'garbled', '');
		return link(row, true);
	}
}

/** A value that the link has already, since the service refuses an update without values. */
const sentAgain = (before: IDataObject | undefined): { status: number } | { comment: string } =>
	typeof before?.status === 'number'
		? { status: before.status }
		: { comment: String(before?.comment ?? '') };

/** The day alone: with a time, the service would refuse its own date. */
const dayOf = (date: IDataObject[string]): string | undefined =>
	typeof date === 'string' ? date.slice(0, 10) : undefined;
