import type { INodeParameters } from 'n8n-workflow';

import { NOON } from '../../engine/lib/harness.mts';
import {
	DEFAULT_KEY,
	startService,
	type LocalService,
	type StoredLink,
} from '../../service/index.mts';
import { n8nHost } from './n8nHost.mts';

/** A second key, as of another account. */
export const OTHER_KEY = 'another-key-0123456789';

/** A service for the tests of one file, empty at each, whose clock stands at NOON; and what happens to its links. */
export function account() {
	let service: LocalService;
	beforeAll(async () => {
		service = await startService({
			now: () => NOON,
			lifecycle: 'manual',
			keys: [DEFAULT_KEY, OTHER_KEY],
		});
	});
	afterAll(async () => await service.close());
	beforeEach(() => service.reset());

	const add = (row: Partial<StoredLink> = {}): StoredLink => service.store.addLink(row);

	return {
		get service() {
			return service;
		},
		add,
		addMany: (count: number, row: (i: number) => Partial<StoredLink> = () => ({})) =>
			Array.from({ length: count }, (_, i) => add(row(i))),
		click: ({ code }: StoredLink, times = 1): void => {
			for (let i = 0; i < times; i++) service.store.click(code);
		},
		change: ({ id }: StoredLink, fields: Partial<Omit<StoredLink, 'id' | 'code'>>): void => {
			const link = service.store.link(id);
			if (link) service.store.links.update(link, fields);
		},
		/** What the calls asked for, since the last time. */
		asked: (): unknown[] => service.calls.splice(0).map(({ params }) => params),
		/** A workflow with the trigger. */
		host: async (parameters?: INodeParameters) => await n8nHost(service, parameters),
		/** One that is on, since the links that there are. */
		async watching(parameters?: INodeParameters) {
			const host = await n8nHost(service, parameters);
			expect(await host.activate()).toEqual([]);
			return host;
		},
	};
}
