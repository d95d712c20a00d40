import { startService, type StoredLink } from '../../service/index.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty. */
export const NOON = Date.UTC(2026, 2, 10, 7);

/** A service whose clock only tests move, from NOON on. */
export async function account() {
	const service = await startService({ now: () => NOON, lifecycle: 'manual' });
	const { store } = service;
	return {
		service,
		add: (row: Partial<StoredLink> = {}): StoredLink => store.addLink(row),
		click: ({ code }: StoredLink, times = 1): void => {
			for (let i = 0; i < times; i++) store.click(code);
		},
		change: ({ id }: StoredLink, fields: Partial<Omit<StoredLink, 'id' | 'code'>>): void => {
			const link = store.link(id);
			if (link) store.links.update(link, fields);
		},
		/** What the calls asked for, since the last time. */
		asked: (): unknown[] => service.calls.splice(0).map(({ params }) => params),
	};
}

export type Account = Awaited<ReturnType<typeof account>>;
