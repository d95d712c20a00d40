import { startService, type NewMessage, type ServiceOptions } from '../../service/index.mts';
import { NOON } from './world.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty. */
export const ALMATY_NOON = NOON - 5 * 3_600_000;

/** A service whose clock only tests move, from ALMATY_NOON on. */
export async function account(options: ServiceOptions = {}) {
	const service = await startService({
		now: () => ALMATY_NOON,
		lifecycle: 'manual',
		...options,
	});
	const { store } = service;
	return {
		service,
		/** A message that got its status now. */
		add: (row: NewMessage = {}): string => store.addMessage({ status: 'ENQUEUD', ...row }).id,
		/** A second later, messages get a status. */
		change: (status: string, ...ids: string[]): void => {
			service.advance(1000);
			for (const id of ids) store.setStatus(id, status);
		},
		/** What the calls of Message/List asked for, since the last time. */
		asked: (): unknown[] => service.calls.splice(0).map(({ params }) => params),
	};
}

export type Account = Awaited<ReturnType<typeof account>>;
