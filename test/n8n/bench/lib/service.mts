import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { CallRecord, LocalService, NewMessage } from '../../../service/index.mts';
import { DEFAULT_KEY, startService as startHere } from '../../../service/index.mts';

type Settings = Partial<Pick<LocalService['faults'], 'delay' | 'rateLimit'>>;
export type Call = Pick<CallRecord, 'method' | 'rawBody' | 'code'>;

/** Of accounts, one for each execution: none finds what an earlier one has learnt. */
export const KEYS = Array.from({ length: 1_000 }, (_, n) => `${DEFAULT_KEY}${n}`);

/** What the service is asked to do, in its own process. */
const ACTIONS = {
	reset: (service: LocalService) => service.reset(),
	set: (service: LocalService, settings: Settings) => void Object.assign(service.faults, settings),
	now: (service: LocalService) => service.now(),
	/** @returns their ids */
	addMessages: ({ store }: LocalService, count: number, row: NewMessage = {}) =>
		Array.from({ length: count }, () => store.addMessage(row).id),
	addLinks: ({ store }: LocalService, count: number) =>
		Array.from({ length: count }, () => store.addLink()).map(({ id, code }) => ({ id, code })),
	setStatus: ({ store }: LocalService, id: string, status: string) => store.setStatus(id, status),
	click({ store }: LocalService, code: string, times: number, at: number) {
		for (let n = 0; n < times; n++) store.click(code, at);
	},
	/** What it was asked after so many calls, in order of arrival. */
	calls: ({ calls }: LocalService, since = 0): Call[] =>
		calls.slice(since).map(({ method, rawBody, code }) => ({ method, rawBody, code })),
};

type Actions = typeof ACTIONS;
type Given<F> = F extends (service: LocalService, ...given: infer G) => unknown ? G : never;

/** The local service in another process, as every contender finds it. It is asked one thing at a time. */
export class Remote {
	constructor(
		readonly url: string,
		private readonly child: ChildProcess,
		/** Rejects when the process has ended, which answers nothing then. */
		private readonly ended: Promise<never>,
	) {}

	readonly stop = (): void => void this.child.kill();

	async ask<N extends keyof Actions>(
		name: N,
		...given: Given<Actions[N]>
	): Promise<ReturnType<Actions[N]>> {
		this.child.send({ name, given });
		const [{ done }] = await Promise.race([once(this.child, 'message'), this.ended]);
		return done;
	}
}

export async function startService(): Promise<Remote> {
	const execArgv = ['--import', 'tsx', '--max-old-space-size=6000'];
	const child = fork(import.meta.filename, { execArgv });
	const ended = once(child, 'exit').then(([code, signal]): never => {
		throw new Error(`The local service has ended: ${code ?? signal}`);
	});
	ended.catch(() => undefined);
	const [url] = await Promise.race([once(child, 'message'), ended]);
	return new Remote(String(url), child, ended);
}

if (process.argv[1] === import.meta.filename) {
	const service = await startHere({ lifecycle: () => [], keys: [DEFAULT_KEY, ...KEYS] });
	process.on('disconnect', () => process.exit(0));
	const actions: Record<string, (on: LocalService, ...given: never[]) => unknown> = ACTIONS;
	process.on('message', ({ name, given }: { name: string; given: never[] }) => {
		process.send?.({ done: actions[name](service, ...given) });
	});
	process.send?.(service.url);
}
