import { z } from 'zod';

const calls = z.array(
	z.object({
		id: z.number(),
		method: z.string(),
		rawBody: z.string(),
		params: z.record(z.unknown()),
		startedAt: z.number(),
		endedAt: z.number().optional(),
		code: z.number().optional(),
		accepted: z.array(z.string()).optional(),
	}),
);

export type Call = z.infer<typeof calls>[number];

const state = z.object({ calls: z.number(), now: z.number(), timezone: z.string() });
const messages = z.object({ ids: z.array(z.string()) });
const links = z.array(z.object({ id: z.string(), code: z.string(), shortLink: z.string() }));

/** The service lists the ids of this many rows that it is told to add. */
const LISTED = 1000;

/** The control of the service in the other process. */
export class Remote {
	constructor(readonly url: string) {}

	/** Forgets all rows, calls and faults. */
	async reset(): Promise<void> {
		await this.post('reset', {});
	}

	async post(action: string, body: object): Promise<unknown> {
		return await this.ask(`/${action}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	}

	/** Adds messages. @returns their ids */
	async addMessages(count: number, row: object = {}): Promise<string[]> {
		const ids: string[] = [];
		for (let left = count; left > 0; left -= LISTED) {
			const added = await this.post('messages', { ...row, count: Math.min(LISTED, left) });
			ids.push(...messages.parse(added).ids);
		}
		return ids;
	}

	/** Adds links. @returns their ids and codes */
	async addLinks(count: number) {
		return links.parse(await this.post('links', { count }));
	}

	/** The service's clock, in ms, its zone, and how many calls it got. */
	async state() {
		return state.parse(await this.ask('/state'));
	}

	/** What it was asked after the call of this id, in order of arrival. */
	async calls(since = 0): Promise<Call[]> {
		return calls.parse(await this.ask(`/calls?since=${since}`));
	}

	private async ask(path: string, init: RequestInit = {}): Promise<unknown> {
		const answer = await fetch(`${this.url}/_control${path}`, init);
		if (!answer.ok) throw new Error(`The service refused ${path}: ${await answer.text()}`);
		return await answer.json();
	}
}
