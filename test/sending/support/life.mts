import { resultOf, type NodeResult } from '../../engine/lib/engine.mts';
import { SEND, type sending } from '../lib/sending.mts';

type Sending = ReturnType<typeof sending>;

/**
 * Starts sending, and kills the process when the service gets the nth call. What the store held then is
 * all that is left of it: the calls under way still reach the service, the execution's own data is lost.
 */
export async function killedAt(
	s: Sending,
	nth: number,
	start: () => ReturnType<Sending['start']>,
): Promise<NodeResult> {
	let calls = 0;
	let left: Map<string, string[]> | undefined;
	s.service.faults.add({
		method: SEND,
		times: Infinity,
		when: () => {
			if (++calls === nth) {
				left = structuredClone(s.store.lists);
				running.cancel();
			}
			return false;
		},
		kind: { delay: 0 },
	});
	const running = start();
	const result = resultOf(await running);
	s.store.lists.clear();
	for (const [name, entries] of left ?? []) s.store.lists.set(name, entries);
	s.service.faults.clear();
	return result;
}

/** How often each recipient got a message. */
export function counts(s: Sending): Map<string, number> {
	const sent = new Map<string, number>();
	for (const recipient of s.taken()) sent.set(recipient, (sent.get(recipient) ?? 0) + 1);
	return sent;
}
