import { givenUp as endedOtherwise } from '../traffic/settling.mts';
import type { Recorded } from '../traffic/history.mts';
import type { Audit } from './audit.mts';

/** An execution that n8n gave up on: its process died, or its job got lost. */
export interface GivenUp {
	id: string;
	/** n8n's own word: `error` or `crashed`. */
	status: string;
	/** n8n wrote over its data: nothing of what the execution did can be read. */
	isBlank: boolean;
	/** Whether the execution had this recipient among its messages, by what it ever held. */
	holds(to: string): boolean;
}

/**
 * The executions that n8n gave up on, by the status in its database, with what they were given. Where n8n
 * wrote over the data of one, its older versions say it.
 */
export async function givenUp(history: Recorded[], audit: Audit): Promise<GivenUp[]> {
	const versions = await audit.versions();
	return endedOtherwise(history).map(({ id, status, text, waiting }): GivenUp => {
		const held = [text, ...(versions.get(id) ?? [])].join();
		const holds = (to: string) => held.includes(to);
		return { id, status, isBlank: waiting.length === 0, holds };
	});
}
