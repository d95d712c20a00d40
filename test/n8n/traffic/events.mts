import { isFinal } from '../../service/store/lifecycle.mts';
import type { LocalService } from '../../service/index.mts';
import type { Recorded } from './history.mts';
import { TRIGGER } from './workflows.mts';

export interface Event {
	id: string;
	status: string;
	previousStatus: string | null;
	eventId: string;
	executionId: string;
}

/**
 * The events that the executions hold. An execution that was cut off before its first node was
 * recorded still holds them, as what waits to be worked on.
 */
export function eventsIn(history: Recorded[]): Event[] {
	return history.flatMap((execution) => {
		const recorded = execution.items(TRIGGER);
		const held = recorded.length > 0 ? recorded : execution.waiting;
		return held
			.filter(({ json }) => json.eventId !== undefined)
			.map(({ json: { id, status, previousStatus, eventId } }) => ({
				id: String(id),
				status: String(status),
				previousStatus: typeof previousStatus === 'string' ? previousStatus : null,
				eventId: String(eventId),
				executionId: execution.id,
			}));
	});
}

/** Messages whose final status, as the service shows it, no event tells. */
export function untold(service: LocalService, events: Event[]): string[] {
	service.store.settle();
	const told = new Set(events.map(({ id, status }) => `${id} ${status}`));
	return [...service.store.messages.all()]
		.filter(({ status }) => isFinal(status))
		.filter(({ id, status }) => !told.has(`${id} ${status}`))
		.map(({ id, to, status, statusUpdateTs }) => {
			return `${id} to ${to}: ${status} since ${new Date(statusUpdateTs ?? 0).toISOString()}`;
		});
}

/** Events that more than one execution holds, each with its executions. */
export function repeated(events: Event[]): Array<{ eventId: string; executionIds: string[] }> {
	const holders = new Map<string, string[]>();
	for (const { eventId, executionId } of events) {
		holders.set(eventId, [...(holders.get(eventId) ?? []), executionId]);
	}
	return [...holders]
		.filter(([, executionIds]) => executionIds.length > 1)
		.map(([eventId, executionIds]) => ({ eventId, executionIds }));
}
