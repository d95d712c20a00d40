import type { Context } from '../api/method.mts';
import type { StoredMessage } from '../store/messages.mts';

/** F9: shows a message as this call sees it: as it is, or as it was for a replica that lags. */
export type Sight = (message: StoredMessage) => StoredMessage;

/** F9: what a replica shows, when one answers this call; otherwise undefined. */
export function replicaFor({ store, random }: Context): Sight | undefined {
	const { staleReads, staleBy } = store.freedoms;
	if (staleReads === 0 || random() >= staleReads) return undefined;
	const moment = store.clock.now() - staleBy;
	return (message) => store.messages.asOf(message, moment);
}
