import { pool } from '../../shared/api/gate';
import type { Service } from '../../shared/api/service';
import { settle } from '../../shared/api/promises';
import type { Item } from './item';
import { messagesTo } from './calls';
import type { ListedMessage, Unclear } from './match';
import { comparable } from './outgoing';

/**
 * Messages that an earlier life of the execution had begun, before its process was killed. It is not known
 * when they were tried, so only the store can say which message belongs to which item.
 */
export class EarlierLife {
	/** Asked before; that life is over, so the store's answer will not change. */
	private readonly asked = new Set<string>();

	/**
	 * @param isOver whether time is almost up: then only what was listed so far is asked for
	 * @returns each message whose id had been recorded as the item's own
	 */
	async find(
		service: Service,
		begun: Unclear[],
		isOver: () => boolean,
	): Promise<Array<[Unclear, ListedMessage]>> {
		const candidates: Array<[Unclear, ListedMessage]> = [];
		const limit = () => service.level.reads;
		await pool(begun, limit, isOver, async (unclear) => {
			const { message } = unclear.item;
			const outcome = await settle(async () => await messagesTo(service, message.recipient));
			const wanted = comparable(message.text, message);
			if (!('value' in outcome)) return;
			const equal = outcome.value.filter((row) => comparable(row.text, message) === wanted);
			unclear.found = equal.map(({ id }) => id);
			for (const row of equal) if (this.isNew(unclear.item, row)) candidates.push([unclear, row]);
		});
		const guard = begun.at(0)?.item.guard;
		const proven = await guard?.proven(candidates.map(([{ item }, { id }]) => ({ item, id })));
		return candidates.filter((_, n) => proven?.[n]);
	}

	private isNew({ slot }: Item, { id }: ListedMessage): boolean {
		const name = `${slot} ${id}`;
		if (this.asked.has(name)) return false;
		this.asked.add(name);
		return true;
	}
}
