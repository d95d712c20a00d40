import type { INodeParameters } from 'n8n-workflow';

import { NOON } from '../../engine/lib/harness.mts';
import {
	DEFAULT_KEY,
	startService,
	type LocalService,
	type NewMessage,
	type StoredLink,
} from '../../service/index.mts';
import { n8nHost, type Settings } from './n8nHost.mts';

/** A second key, as of another account. */
export const OTHER_KEY = 'another-key-0123456789';

/** A service of its own for each test of a file, whose clock stands at NOON until the test moves it. */
function account(trigger: Settings['trigger']) {
	let service: LocalService;
	beforeEach(async () => {
		const keys = [DEFAULT_KEY, OTHER_KEY];
		service = await startService({ now: () => NOON, lifecycle: () => [], keys });
	});
	afterEach(async () => await service.close());

	const host = async (parameters?: INodeParameters, more: Settings = {}) =>
		await n8nHost(service, { trigger, parameters, ...more });

	return {
		get service() {
			return service;
		},
		/** What the calls asked for, since the last time. */
		asked: (): unknown[] => service.calls.splice(0).map(({ params }) => params),
		host,
		/** A workflow that is on, since what there is. */
		watching: async (parameters?: INodeParameters, more?: Settings) => {
			const given = await host(parameters, more);
			expect(await given.activate()).toEqual([]);
			return given;
		},
	};
}

export function messages() {
	const mine = account('message');
	return Object.assign(mine, {
		/** @returns the ID of a message that got its status now */
		add: (row: NewMessage = {}): string =>
			mine.service.store.addMessage({ status: 'ENQUEUD', ...row }).id,
		/** A second later, messages get a status. */
		change: (status: string, ...ids: string[]): void => {
			mine.service.advance(1000);
			for (const id of ids) mine.service.store.setStatus(id, status);
		},
	});
}

export function links() {
	const mine = account('link');
	const add = (row: Partial<StoredLink> = {}): StoredLink => mine.service.store.addLink(row);
	return Object.assign(mine, {
		add,
		addMany: (count: number, row: (i: number) => Partial<StoredLink> = () => ({})) =>
			Array.from({ length: count }, (_, i) => add(row(i))),
		click: ({ code }: StoredLink, times = 1): void => {
			for (let i = 0; i < times; i++) mine.service.store.click(code);
		},
		change: ({ id }: StoredLink, fields: Partial<Omit<StoredLink, 'id' | 'code'>>): void => {
			const link = mine.service.store.link(id);
			if (link) mine.service.store.links.update(link, fields);
		},
	});
}
