import { isFinal } from '../../service/store/lifecycle.mts';
import type { LocalService, StoredMessage } from '../../service/index.mts';
import type { Execution } from '../lib/executions.mts';
import { step, until } from '../lib/progress.mts';
import { grouped } from './sending.mts';
import { TRIGGER } from './workflows.mts';

type Event = ReturnType<typeof eventsIn>[number];

/**
 * The events that the executions hold. An execution that was cut off before its first node was
 * recorded still holds them, as what waits to be worked on.
 */
export function eventsIn(history: Execution[]) {
	return history.flatMap((execution) => {
		const recorded = execution.items(TRIGGER);
		const held = recorded.length > 0 ? recorded : execution.waiting;
		return held
			.filter(({ eventId }) => eventId !== undefined)
			.map(({ id, status, previousStatus, eventId }) => ({
				id: String(id),
				status: String(status),
				previousStatus: typeof previousStatus === 'string' ? previousStatus : null,
				eventId: String(eventId),
				executionId: execution.id,
			}));
	});
}

/** Messages whose status, as the service shows it, no event says; by default only those that have ended. */
export function missingIn(
	events: Event[],
	service: LocalService,
	isMeant = ({ status }: StoredMessage) => isFinal(status),
): string[] {
	service.store.settle();
	const emitted = new Set(events.map(({ id, status }) => `${id} ${status}`));
	return [...service.store.messages.all()]
		.filter(isMeant)
		.filter(({ id, status }) => !emitted.has(`${id} ${status}`))
		.map(({ id, to, status, statusUpdateTs }) => {
			return `${id} to ${to}: ${status} since ${new Date(statusUpdateTs ?? 0).toISOString()}`;
		});
}

/** Waits until no event is missing, or for so long, in ms. Gives what is missing then. */
export async function lastEvents(
	missing: () => Promise<string[]>,
	times: { timeout: number; interval: number },
): Promise<string[]> {
	const isComplete = async () => (await missing()).length === 0;
	await step('Waiting for the last events', () =>
		until('All events', isComplete, times).catch(() => undefined),
	);
	return await missing();
}

/** Events that more than one execution holds, each with its executions. */
export function repeated(events: Event[]): Array<{ eventId: string; executionIds: string[] }> {
	const holders = grouped(events.map(({ eventId, executionId }) => [eventId, executionId]));
	return [...holders]
		.filter(([, executionIds]) => executionIds.length > 1)
		.map(([eventId, executionIds]) => ({ eventId, executionIds }));
}
