import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

import { startService as startHere } from '../../../service/index.mts';

const calls = z.array(
	z.object({
		id: z.number(),
		method: z.string(),
		rawBody: z.string(),
		startedAt: z.number(),
		endedAt: z.number().optional(),
		code: z.number().optional(),
	}),
);

export type Call = z.infer<typeof calls>[number];

const state = z.object({ now: z.number(), timezone: z.string() });
const messages = z.object({ ids: z.array(z.string()) });
const links = z.array(z.object({ id: z.string(), code: z.string() }));

/** The service lists the ids of this many rows that it is told to add. */
const LISTED = 1000;

/** The local service in another process, as every contender finds it, by its control. */
export class Remote {
	constructor(
		readonly url: string,
		readonly stop: () => void,
	) {}

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

	/** The service's clock, in ms, and its zone. */
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

/** Starts it. */
export async function startService(): Promise<Remote> {
	const execArgv = ['--import', 'tsx', '--max-old-space-size=6000'];
	const child = fork(import.meta.filename, { execArgv });
	const failed = once(child, 'exit').then(() => {
		throw new Error('The local service ended');
	});
	// It also ends when it is told to: then nobody waits for this.
	failed.catch(() => undefined);
	const [url] = await Promise.race([once(child, 'message'), failed]);
	return new Remote(String(url), () => void child.kill());
}

// That process.
if (process.argv[1] === import.meta.filename) {
	const service = await startHere({ lifecycle: 'manual' });
	process.on('disconnect', () => process.exit(0));
	process.send?.(service.url);
}
