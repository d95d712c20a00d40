import { SEND, useService } from './harness.mts';

type Row = [params: object, verdict: string];

const api = useService();
const all = (verdict: string, ...params: object[]): Row[] => params.map((each) => [each, verdict]);
const link = (fullLink: string) => ({ data: { fullLink } });
const created = (field: string, value: string) => ({ data: { fullLink: 'a.kz', [field]: value } });
const updated = (data: object) => ({ id: 400001, data });
const stats = (more: object) => ({ ids: [400001], type: 'daily', ...more });
const criteria = (given: object) => ({ criteria: given });
const BACKWARDS = { dateFrom: '2026-03-02 00:00:00', dateTo: '2026-03-01 00:00:00' };
const sms = (more: object) => ({ recipient: '77010000000', text: 'x', ...more });
const to = (recipient: string) => sms({ recipient });
const sent = (params: unknown) => sms({ params });
const deferred = (deferredToTs: string) => sent({ deferredToTs });
const TOO_EARLY_OR_LATE = ['2026-03-10 12:59:59', '2026-03-24 12:00:01'];
const ids = (count: number) => Array.from({ length: count }, (_, n) => String(101 + n));

/** The code that a call gets; with code 1 the fields that it names. */
const VERDICTS: Record<string, Row[]> = {
	'Link/Create': [
		...all('0', ...['example.com', 'sub.example.com/x?y#z', 'http://localhost:80/'].map(link)),
		...all('0', ...['http://10.0.0.1/a', '[::1]/x', 'пример.рф'].map(link)),
		// With a scheme any host is one.
		...all('0', ...['http://intranet/page', 'https://me:word@example.com/'].map(link)),
		...all('1 data.fullLink', ...['', 'text', 'two words.com', 'ftp://example.com'].map(link)),
		...all('1 data.fullLink', ...['http://', 'mailto:a@b.c', '123', 'http://a.b:x'].map(link)),
		[created('status', '2'), '1 data.status'],
		[created('status', ''), '1 data.status'],
		[created('expirationDate', '2026-02-30'), '1 data.expirationDate'],
		[created('expirationDate', '2026-2-3'), '1 data.expirationDate'],
		[created('expirationDate', '2026-02-03T00:00:00Z'), '1 data.expirationDate'],
		[created('expirationDate', ''), '1 data.expirationDate'],
		// Characters count, not bytes or code units.
		[created('comment', '😀'.repeat(255)), '0'],
		[created('comment', 'я'.repeat(256)), '1 data.comment'],
		[created('fulllink', 'example.com'), '1 data.fulllink'],
		...all('11', {}, { data: { comment: 'x' } }),
		[{ fullLink: 'example.com' }, '1 data,fullLink'],
	],
	'Link/Get': [
		...all('12', {}, { id: 1, code: 'a' }),
		...all('2', { id: 7 }, { code: 'no' }, { shortLink: 'https://elsewhere.test/8kn5' }),
		...all('1 id', { id: 'x' }, { id: '0' }, { id: '1x' }),
		[{ ids: [1] }, '1 ids,'],
	],
	'Link/Update': [
		[updated({ status: 'x' }), '1 data.status'],
		[updated({ expirationDate: '' }), '1 data.expirationDate'],
		[updated({ comment: 'x'.repeat(256) }), '1 data.comment'],
		[updated({ fullLink: 'example.com' }), '1 data.fullLink'],
		[{ data: { status: 1 } }, '11'],
		[{ id: 9, data: { status: 1 } }, '2'],
	],
	'Link/Delete': [
		...all('11', {}),
		...all('1 ids', { ids: '1,2' }),
		...all('1 ids.0', { ids: ['x'] }),
	],
	'Link/GetLinks': [...all('11', {}), ...all('2', { campaignId: 5 })],
	'Link/GetStats': [
		[{ ids: Array(5).fill(400001), type: 'daily' }, '0'],
		...all('12', { ids: [1, 2, 3, 4, 5, 6], type: 'daily' }, stats({ type: 'weekly' })),
		...all('11', {}, { ids: [400001] }),
		[stats({ ids: [9] }), '2'],
		[stats({ ids: '400001' }), '1 ids'],
		[stats({ ids: ['x'] }), '1 ids.0'],
		[stats({ criteria: { dateFrom: '2026-03-01' } }), '1 criteria.dateFrom'],
		[stats({ criteria: { dateTo: '2026-03-01T00:00:00' } }), '1 criteria.dateTo'],
		[stats({ criteria: { from: '2026-03-01 00:00:00' } }), '1 criteria.from'],
		[stats({ criteria: BACKWARDS }), '1 criteria.dateTo'],
	],
	'Link/List': [
		[criteria({ status: 7 }), '1 criteria.status'],
		[criteria({ createTsFrom: '2026-03-09 00:00:00' }), '1 criteria.createTsFrom'],
		[criteria({ createTsTo: '2026-03-09' }), '1 criteria.createTsTo'],
		[criteria({ createTsTo: '2026-03-09T00:00:00' }), '1 criteria.createTsTo'],
		[criteria({ comment: 'x' }), '1 criteria.comment'],
		[{ pagination: { pageSize: 10 } }, '1 pagination.pageSize'],
		[{ pagination: { currentPage: -1 } }, '1 pagination.currentPage'],
		[{ pagination: { page: 1 } }, '1 pagination.page'],
		[{ sort: { id: 'ASC' } }, '1 sort.id'],
		[{ sort: { code: 'asc' } }, '1 sort.code'],
		[{ filter: 1 }, '1 filter'],
	],
	'Message/List': [
		[criteria({ statusUpdateTsFrom: '2026-03-10T12:00:00' }), '1 criteria.statusUpdateTsFrom'],
		[criteria({ startSendTsTo: '2026-03-10' }), '1 criteria.startSendTsTo'],
		[criteria({ campaignCreateTsFrom: '2026-02-30 00:00:00' }), '1 criteria.campaignCreateTsFrom'],
		[criteria({ campaignIds: 'x' }), '1 criteria.campaignIds.0'],
		...all('1 criteria.to', criteria({ to: '+7701' }), criteria({ to: '7701,7702' })),
		[criteria({ status: ['NEW', 'DELIVRD'] }), '1 criteria.status'],
		[criteria({ statuses: 'NEW' }), '1 criteria.statuses'],
		[{ pagination: { pageSize: 10 } }, '1 pagination.pageSize'],
		[{ sort: { id: 'ASC' } }, '1 sort.id'],
		[{ sort: { to: 'UP' } }, '1 sort.to'],
		[{ withNumberInfo: 2 }, '1 withNumberInfo'],
	],
	'Message/GetSMSStatus': [
		...all('2', {}, { ids: '' }),
		...all('1 ids.1', { ids: '101,x' }, { ids: '101, 102' }),
		[{ ids: [''] }, '1 ids.0'],
		[{ id: 1, ids: '1' }, '1 id'],
		[{ ids: ids(100) }, '0'],
		...all('12', { ids: ids(101) }, { ids: ids(101).join() }, { ids: Array(101).fill('101') }),
	],
	[SEND]: [
		...all('0', to('7701000'), to('+77010000000'), to('123456789012345')),
		...all('1 recipient', to(''), to('770100'), to('1234567890123456'), to('7 701 000 00 00')),
		...all('1 recipient', to('7(701)0000000'), to(' 77010000000'), to('x')),
		...all('0', deferred('2026-03-10 13:00:00'), deferred('2026-03-24 12:00:00')),
		...all('1 params.deferredToTs', ...TOO_EARLY_OR_LATE.map(deferred)),
		...all('1 params.deferredToTs', ...['2026-03-11T12:00:00', '2026-03-11', ''].map(deferred)),
		...all('0', ...[60, 1440].map((validity) => sent({ validity }))),
		...all('1 params.validity', ...[59, 1441, '60.5'].map((validity) => sent({ validity }))),
		...all('1 params.shortenLinks', sent({ shortenLinks: 2 }), sent({ shortenLinks: 'true' })),
		[sent({ deferred: 1 }), '1 params.deferred'],
		[sent('x'), '1 params'],
		[sms({ sender: 'x' }), '1 sender'],
		...all('1 text', sms({ text: '' }), sms({ text: ['a', 'b'] })),
		...all('11', { recipient: '77010000000' }, { text: 'x' }),
	],
};

describe.each(Object.entries(VERDICTS))('%s', (method, rows) => {
	it.each(rows)('%j: %s', async (params, expected) => {
		api.store.addLink({ expirationDate: '2026-05-01', comment: 'old' });
		const stored = () => JSON.stringify([[...api.store.links.all()], api.store.messages.size]);
		const before = stored();
		expect(await api.verdict(method, params)).toBe(expected);
		if (expected !== '0') expect(stored()).toBe(before);
	});
});
