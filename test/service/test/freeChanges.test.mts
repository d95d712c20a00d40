import type { Freedoms } from '../index.mts';
import { DAY, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const SEND = 'Message/SendSmsMessage';
const send = (text = 'x', recipient = '77010000000', params: object = {}) =>
	api.call(SEND, { recipient, text, params });
const listed = async (criteria: object = {}) =>
	(await api.list('Message/List', { criteria })).items.map((row) => [
		row.status,
		row.statusUpdateTs,
	]);

describe('F9: a replica that lags', () => {
	it('shows rows as they were, in the list and in reports, after they were shown as they are', async () => {
		await send();
		api.service.advance(10 * SECOND);
		const now = [['DELIVRD', '2026-03-10 12:00:01']];
		expect(await listed()).toEqual(now);
		api.service.setFreedoms({ staleReads: 1, staleBy: 9_500 });
		expect(await listed()).toEqual([['ENQUEUD', '2026-03-10 12:00:00']]);
		api.service.setFreedoms({ staleReads: 1, staleBy: 60_000 });
		expect(await listed()).toEqual([['NEW', null]]);
		const { data } = await api.call('Message/GetSMSStatus', { ids: '70000000002' });
		expect(data).toMatchObject([{ status: 'NEW', statusUpdateTs: null }]);
		api.service.setFreedoms();
		expect(await listed()).toEqual(now);
	});

	it('judges criteria and order by what it shows', async () => {
		const { store } = api.service;
		for (const id of ['1', '2']) store.addMessage({ id, statusUpdateTs: NOON, status: 'ENQUEUD' });
		api.service.advance(SECOND);
		store.setStatus('1', 'DELIVRD');
		api.service.setFreedoms({ staleReads: 1 });
		expect(await listed({ status: 'DELIVRD' })).toEqual([]);
		expect(await listed({ statusUpdateTsFrom: '2026-03-10 12:00:01' })).toEqual([]);
		expect(await listed({ statusUpdateTsTo: '2026-03-10 12:00:00' })).toHaveLength(2);
		const sort = { statusUpdateTs: 'DESC' };
		expect(await api.column('Message/List', 'id', { sort })).toEqual(['2', '1']);
		api.service.setFreedoms();
		expect(await api.column('Message/List', 'id', { sort })).toEqual(['1', '2']);
	});

	it('answers only some calls', async () => {
		await send();
		api.service.advance(10 * SECOND);
		api.service.setFreedoms({ staleReads: 0.5 });
		const seen = new Set<unknown>();
		for (let n = 0; n < 20; n++) seen.add((await listed())[0]?.[0]);
		expect(seen).toEqual(new Set(['NEW', 'DELIVRD']));
	});
});

describe('F10: a final status stamped anew', () => {
	it('gets a later time, once, and stays what it is', async () => {
		api.service.setFreedoms({ finalStampedAgainAfter: 60_000 });
		await send();
		api.service.advance(10 * SECOND);
		expect(await listed()).toEqual([['DELIVRD', '2026-03-10 12:00:01']]);
		api.service.advance(60 * SECOND);
		expect(await listed()).toEqual([['DELIVRD', '2026-03-10 12:01:01']]);
		expect(await listed({ statusUpdateTsFrom: '2026-03-10 12:01:00' })).toHaveLength(1);
		api.service.advance(DAY);
		expect(await listed()).toEqual([['DELIVRD', '2026-03-10 12:01:01']]);
	});

	it('does not touch what was changed meanwhile, or is not final', async () => {
		api.service.setFreedoms({ finalStampedAgainAfter: 60_000 });
		const { store } = api.service;
		for (const id of ['1', '2']) store.addMessage({ id, status: 'NEW' });
		store.setStatus('1', 'UNDELIV');
		store.setStatus('1', 'DELIVRD', NOON + SECOND);
		store.setStatus('2', 'ACCEPTD');
		api.service.advance(59 * SECOND);
		store.setStatus('1', 'EXPIRED', NOON + 2 * SECOND);
		api.service.advance(30 * SECOND);
		expect(await listed()).toEqual([
			['ACCEPTD', '2026-03-10 12:00:00'],
			['EXPIRED', '2026-03-10 12:00:02'],
		]);
	});
});

describe('F11: times that lie ahead', () => {
	it('are those of some messages, for all their changes, and hold none up', async () => {
		api.service.setFreedoms({ aheadShare: 0.5, aheadBy: 365 * DAY });
		for (let n = 0; n < 20; n++) await send();
		api.service.advance(SECOND);
		const early = await listed();
		expect(new Set(early.map(([status]) => status))).toEqual(new Set(['ACCEPTD']));
		api.service.advance(SECOND);
		const late = await listed();
		expect(new Set(late.map(([status]) => status))).toEqual(new Set(['DELIVRD']));
		const ahead = (rows: unknown[][]) =>
			rows.map(([, time]) => String(time).startsWith('2027-03-10'));
		expect(ahead(late)).toEqual(ahead(early));
		expect(new Set(ahead(late))).toEqual(new Set([true, false]));
		expect(await listed({ statusUpdateTsFrom: '2026-12-31 00:00:00' })).toHaveLength(
			ahead(late).filter(Boolean).length,
		);
	});
});

describe('F12: bounds of statusUpdateTs', () => {
	it.each<[Freedoms['updateBounds'], number[]]>([
		['inclusive', [0, 1, 2]],
		['exclusiveFrom', [1, 2]],
		['exclusiveTo', [0, 1]],
		['exclusive', [1]],
	])('%s', async (updateBounds, expected) => {
		for (const n of [-1, 0, 1, 2, 3]) {
			api.service.store.addMessage({ statusUpdateTs: NOON + n * SECOND, text: `${n}` });
		}
		api.service.setFreedoms({ updateBounds });
		const criteria = {
			statusUpdateTsFrom: '2026-03-10 12:00:00',
			statusUpdateTsTo: '2026-03-10 12:00:02',
		};
		const texts = expected.map(String);
		const sort = { statusUpdateTs: 'ASC' };
		expect(await api.column('Message/List', 'text', { criteria, sort })).toEqual(texts);
		api.service.freedoms.staleReads = 1;
		expect(await api.column('Message/List', 'text', { criteria, sort })).toEqual(texts);
	});

	it('that leave nothing between them give nothing', async () => {
		api.service.store.addMessage({ statusUpdateTs: NOON });
		api.service.setFreedoms({ updateBounds: 'exclusive' });
		const time = '2026-03-10 12:00:00';
		const criteria = { statusUpdateTsFrom: time, statusUpdateTsTo: time };
		const none = { items: [], totalItemCount: '0' };
		expect(await api.list('Message/List', { criteria, sort: { statusUpdateTs: 'ASC' } })).toEqual(
			none,
		);
	});
});

describe('F21: a text that comes back changed', () => {
	it.each<[Freedoms['textStored'], string, string]>([
		['asIs', ' Да\n', ' Да\n'],
		['trimmed', ' \n Hi there \t', 'Hi there'],
		['crlf', 'a\nb\r\nc', 'a\r\nb\r\nc'],
		['transliterated', 'Привет, Жанар! Щука', 'Privet, Zhanar! Shchuka'],
		['transliterated', 'Ёлка й Йод São', 'Yolka y Yod Sao'],
		['cut', 'Hello, number 7!', 'Hello, num'],
	])('%s', async (textStored, sent, stored) => {
		api.service.setFreedoms({ textStored });
		await send(sent);
		expect(await api.column('Message/List', 'text')).toEqual([stored]);
		const found = await api.list('Message/List', { criteria: { text: stored } });
		expect(found.items).toHaveLength(1);
		expect(api.service.calls[0]?.params).toMatchObject({ text: sent });
	});

	it('linksShortened, although nobody asked for that', async () => {
		api.service.setFreedoms({ textStored: 'linksShortened' });
		await send('See www.example.com/long.', '77010000000');
		const [text] = await api.column('Message/List', 'text');
		expect(text).toBe(`See ${api.service.url}/8kn5.`);
	});
});

describe('F23: statuses that nobody documented', () => {
	it('are passed through, and wait for a deferred message', async () => {
		api.service.setFreedoms({ oddStatuses: true });
		await send();
		const seen: unknown[] = [];
		for (const ms of [0, 300, 500, 700]) {
			api.service.advance(ms);
			seen.push((await listed())[0]?.[0]);
		}
		expect(seen).toEqual(['NEW', 'SCHEDUL', 'UNKNOWN', 'DELIVRD']);
		await send('later', '77010000000', { deferredToTs: '2026-03-10 15:00:00' });
		expect(await listed()).toContainEqual(['SCHEDUL', null]);
	});
});
