import type { Freedoms } from '../index.mts';
import { NOON, oneByOne, useService } from './harness.mts';

const api = useService();
const DAY = '2026-03-10';

/**
 * Two messages, of which the older one is not yet sent. Link 400001 of their campaign has one click, 400002 had two and
 * is deleted, 400003 three, 99 and 400004 none; the codes of these two differ by case only.
 */
beforeEach(() => {
	const { store } = api;
	store.addMessage({ status: 'NEW' });
	store.addMessage();
	store.addLink({ campaignId: '70000000001', expirationDate: '2026-05-01' });
	for (const clicks of [2, 3]) {
		const { code } = store.addLink();
		for (let n = 0; n < clicks; n++) store.click(code);
	}
	store.click('8kn5');
	store.links.remove('400002', NOON);
	store.addLink({ id: '99', code: 'ABcd' });
	store.addLink({ code: 'abcd' });
});

/** The data of an answer, or the verdict that is none. */
async function ask(method: string, params: object = {}): Promise<unknown> {
	const { code, data } = await api.call(method, params);
	return code === 0 ? data : code;
}

const [OLD, NEW] = [{ id: '70000000002' }, { id: '70000000003' }];
/** Each record as its id alone. */
const inShort = (data: unknown): unknown =>
	JSON.parse(JSON.stringify(data), (_key, value) =>
		typeof value?.id === 'string' ? { id: value.id } : value,
	);
const shortly = async (...asked: Parameters<typeof ask>) => inShort(await ask(...asked));

const list = (params?: object) => shortly('Message/List', params);
const reports = () => shortly('Message/GetSMSStatus', { ids: `${OLD.id},${NEW.id}` });
const both = () => oneByOne([list, reports], (one) => one());
/** The same where there is nothing. */
const empty = () => {
	const { service } = api;
	const freedoms = { ...service.freedoms };
	service.reset();
	service.setFreedoms(freedoms);
	return both();
};
const page = (totalItemCount: unknown, items: unknown = [NEW, OLD]) => ({ items, totalItemCount });
const keyed = (...rows: object[]) => ({ ...rows });
const ofCampaign = () => shortly('Link/GetLinks', { campaignId: 70000000001 });
const named = () => shortly('Link/List', { criteria: { query: '8kn5' } });
const two = (given: unknown, reported: unknown = [OLD, NEW]) => [given, reported];

const stats = (...ids: number[]) => {
	const criteria = { dateFrom: `${DAY} 00:00:00`, dateTo: `${DAY} 12:00:00` };
	return ask('Link/GetStats', { ids, type: 'daily', criteria });
};
const byColumn = (clicks: number[], cells: (n: number, count: number) => object) =>
	Object.assign({}, ...clicks.map((count, n) => cells(n, count)));
const row = (...clicks: number[]) => ({
	param: DAY,
	...byColumn(clicks, (n, count) => {
		const cell = count === 0 ? 0 : String(count);
		return { [`clicks${n}`]: cell, [`redirects${n}`]: cell };
	}),
});
const totals = (...clicks: number[]) =>
	byColumn(clicks, (n, count) => ({ [`totalClicks${n}`]: count, [`totalRedirects${n}`]: count }));
const grid = (...clicks: number[]) => ({ items: [row(...clicks)], totals: totals(...clicks) });
/** With one column, of this number. */
const gridAt = (n: number, clicks: number) =>
	JSON.parse(JSON.stringify(grid(clicks)).replaceAll('s0"', `s${n}"`));
const bare = (total: unknown) => ({ items: [{ date: DAY }], totals: total });
const plain = (clicks: unknown, all: unknown) => ({ items: [{ date: DAY, clicks }], totals: all });

/** What a Delete gives, and how many links are left of the four. */
const remove = async (...ids: number[]) => {
	const { code, data } = await api.call('Link/Delete', { ids });
	return [code, data, api.store.links.size];
};
const ALL = { processed: ['400001', '400003'], notProcessed: [] };
const PARTLY = { processed: ['400001'], notProcessed: ['7'] };
const NOT_DONE = { processed: [], notProcessed: [7] };
const form = (deleteProcessed: Freedoms['deleteProcessed']) => ({
	...{ deleteProcessed, deleteNotProcessed: deleteProcessed },
});

/** What an Update gives, and when the link ends. */
const update = async (data: object = {}) => [
	await api.verdict('Link/Update', { id: 400001, data }),
	api.store.link(400001)?.expirationDate,
];
const createWithoutDate = async () => {
	await api.call('Link/Create', { data: { fullLink: 'a.kz', expirationDate: '' } });
	return api.store.link(400005)?.expirationDate;
};
/** The code of the link that is found, or the result code. */
const get = async (name: object) => {
	const data = await ask('Link/Get', name);
	return typeof data === 'number' ? data : Object(data).code;
};
const at = (path: string, scheme = '') => scheme + api.service.url.replace('http://', '') + path;
const recipients = () => api.column('Message/List', 'to', { criteria: { to: '77010000000' } });
/** When the service says that a link was made just now. */
const stampedAt = async () => {
	await api.call('Link/Create', { data: { fullLink: 'a.kz' } });
	return (await api.column('Link/List', 'createTs', { sort: { fullLink: 'ASC' } }))[0];
};
const headerDate = async () =>
	Date.parse((await api.post('Link/List', '')).headers.get('Date') ?? '');
const upTo = (time: string) => list({ criteria: { statusUpdateTsTo: `${DAY} ${time}` } });
/** What an answer says of times that are not set. */
const blanks = async () => {
	const [, message] = (await api.list('Message/List')).items;
	const [link] = (await api.list('Link/List')).items;
	return [message.startSendTs, message.statusUpdateTs, link.deletedTs, link.expirationDate];
};
const onPaper = <T,>(question: () => Promise<T>): Promise<T> => {
	api.service.dialect = 'documented';
	return question();
};
const blankReport = () => onPaper(() => ask('Message/GetSMSStatus', { ids: OLD.id }));
/** The counts of both lists, asked in turn. */
const counts = () =>
	oneByOne(['Message', 'Message', 'Link', 'Message', 'Link', 'Message'], async (module) => {
		return (await api.list(`${module}/List`)).totalItemCount;
	});
const onPaperCounts = () => onPaper(counts);
const unsent = (time: unknown) => [expect.objectContaining({ statusUpdateTs: time })];

it.each<[freedoms: Partial<Freedoms>, question: () => Promise<unknown>, answer: unknown]>([
	// F1: statistics of unknown and deleted links.
	[{}, () => stats(400003, 7), 2],
	[{}, () => stats(400003, 400002), 2],
	[{ statsUnknown: 'leftOut' }, () => stats(400003, 7, 400002, 400001), grid(3, 1)],
	[{ statsUnknown: 'leftOut' }, () => stats(7, 8), { items: [row()], totals: [] }],
	[{ statsUnknown: 'leftOutInPlace' }, () => stats(7, 400001), gridAt(1, 1)],
	[{ statsUnknown: 'emptyColumns' }, () => stats(400003, 7, 400002, 400001), grid(3, 0, 0, 1)],
	[{ softDeletion: 'notListed' }, () => stats(400002, 400001), grid(2, 1)],
	// F2: columns by ascending id.
	[{}, () => stats(400003, 400001, 99), grid(3, 1, 0)],
	[{ statsAscending: true }, () => stats(400003, 400001, 99), grid(0, 1, 3)],
	// F3: totals that are not the sum, and cells that are missing.
	[{ statsTotalsOff: 3 }, () => stats(400001), { items: [row(1)], totals: totals(4) }],
	[{ statsTotalsOff: -5 }, () => stats(400001), { items: [row(1)], totals: totals(0) }],
	[{ statsTotals: 'emptyList' }, () => stats(400001), { items: [row(1)], totals: [] }],
	[{ statsTotals: 'absent' }, () => stats(400001), { items: [row(1)] }],
	[{ statsGaps: 1 }, () => stats(400001), { items: [row()], totals: totals(1) }],
	// F4: the documented form has one count for all links.
	[{ statsForm: 'textTotal' }, () => stats(400003, 400001), plain('4', '4')],
	[{ statsForm: 'textTotal' }, () => onPaper(() => stats(400003, 400001)), plain(4, '4')],
	[{ statsForm: 'numberTotal' }, () => stats(400003, 400001), plain('4', 4)],
	[{ statsForm: 'numberTotal', statsTotalsOff: 2 }, () => stats(400003, 400001), plain('4', 6)],
	[{ statsForm: 'textTotal', statsTotalsOff: -5 }, () => stats(400003, 400001), plain('4', '0')],
	[{ statsForm: 'textTotal', statsGaps: 1 }, () => stats(400001), bare('1')],
	// F6: the form of a list.
	[{ listForm: 'itemsKeyed' }, () => stats(400001), { items: { 0: row(1) }, totals: totals(1) }],
	[{ listForm: 'bare' }, () => stats(400001), [row(1)]],
	[{ listForm: 'keyed' }, () => stats(400001), { 0: row(1) }],
	[{}, both, two(page('2'))],
	[{ listForm: 'wrapped' }, both, two(page('2'), { items: [OLD, NEW] })],
	[{ listForm: 'itemsKeyed' }, both, two(page('2', keyed(NEW, OLD)), { items: keyed(OLD, NEW) })],
	[{ listForm: 'bare' }, both, two([NEW, OLD])],
	[{ listForm: 'keyed' }, both, two(keyed(NEW, OLD), keyed(OLD, NEW))],
	[{ listForm: 'keyed' }, ofCampaign, keyed({ id: '400001' })],
	[{ listForm: 'keyed' }, named, keyed({ id: '400001' })],
	// F6: lists that cannot be read, where a count gives that away.
	[{ unreadableList: 'itemsNull' }, both, two(page('2', null))],
	[{ unreadableList: 'itemsEmptyText' }, both, two(page('2', ''))],
	[{ unreadableList: 'rows' }, both, two(page('2', [NEW.id, OLD.id]), [OLD.id, NEW.id])],
	[{ unreadableList: 'oneRow' }, both, two(page('2', [null, OLD]), [null, NEW])],
	[{ unreadableList: 'rows' }, () => stats(400001), { items: [DAY], totals: totals(1) }],
	[{ unreadableList: 'itemsNull' }, () => stats(400001), { items: null, totals: totals(1) }],
	[{ unreadableList: 'itemsNull' }, () => stats(99), grid(0)],
	[
		{ unreadableList: 'itemsNull', statsTotals: 'absent' },
		() => stats(400001),
		{ items: [row(1)] },
	],
	[{ unreadableList: 'itemsNull', totalForm: 'absent' }, both, two({ items: [NEW, OLD] })],
	[{ unreadableList: 'itemsNull', totalOff: -2 }, both, two(page('0'))],
	// F6: lists with nothing in them. Beyond the last page there is nothing either, but the list is not empty.
	[{}, empty, two(page('0', []), [])],
	[{ listForm: 'keyed' }, empty, two([], [])],
	[{ emptyList: 'list' }, empty, two([], [])],
	[{ emptyList: 'null' }, empty, two(null, null)],
	[{ emptyList: 'emptyText' }, empty, two('', '')],
	[{ emptyList: 'itemsNull' }, empty, two(page('0', null), null)],
	[{ emptyList: 'itemsEmptyText' }, empty, two(page('0', ''), '')],
	[{ emptyList: 'null', totalOff: -2 }, both, two(page('0'))],
	[{ emptyList: 'null' }, () => list({ pagination: { currentPage: 5 } }), page('2', [])],
	[{ listForm: 'keyed' }, () => list({ pagination: { currentPage: 5 } }), []],
	// F7: the count.
	[{ totalForm: 'absent' }, list, { items: [NEW, OLD] }],
	[{ totalForm: 'number' }, list, page(2)],
	[{ totalOff: 3 }, list, page('5')],
	[{ totalOff: -1, totalForm: 'number' }, list, page(1)],
	[{ totalOff: -9 }, list, page('0')],
	[{ totalAlternatesBy: 3, totalForm: 'text' }, onPaperCounts, ['2', '5', '4', '2', '7', '5']],
	// F13: one odd answer.
	[{ oddReads: 1, oddReadsAre: 'noItems' }, both, two(page('2', []), [])],
	// F14: Delete.
	[{}, () => remove(400001, 400003, 400001), [0, ALL, 2]],
	[{ deleteAnswer: 'onlyNotProcessed' }, () => remove(400001), [0, { notProcessed: [] }, 3]],
	[{ deleteAnswer: 'emptyObject' }, () => remove(400001), [0, {}, 3]],
	[{ deleteAnswer: 'true' }, () => remove(400001), [0, true, 3]],
	[{ deleteAnswer: 'null' }, () => remove(400001), [0, null, 3]],
	[{ deleteUnknown: 'code0' }, () => remove(400001, 7), [0, PARTLY, 3]],
	[{ deleteUnknown: 'code0', deleteAnswer: 'true' }, () => remove(400001, 7), [0, PARTLY, 3]],
	[{ deleteUnknown: 'code98or99' }, () => remove(400001, 7), [98, PARTLY, 3]],
	[{ deleteUnknown: 'code98or99' }, () => onPaper(() => remove(7)), [99, NOT_DONE, 4]],
	[{ deleteUnknown: 'code2' }, () => remove(400001, 7), [2, null, 4]],
	[{ deleteUnknown: 'code2' }, () => remove(400001, 400003), [0, ALL, 2]],
	[{ deleteAnswer: 'onlyNotProcessed' }, () => remove(400001, 7), [98, { notProcessed: ['7'] }, 3]],
	// F31: what stands in place of the IDs.
	[form('emptyList'), () => remove(400001, 7), [98, { processed: [], notProcessed: [] }, 3]],
	[form('null'), () => remove(400001, 7), [98, { processed: null, notProcessed: null }, 3]],
	[form('emptyText'), () => remove(400001, 7), [98, { processed: '', notProcessed: '' }, 3]],
	[form('keyed'), () => remove(400001), [0, { processed: { 0: '400001' }, notProcessed: [] }, 3]],
	[form('false'), () => remove(400001, 7), [98, { processed: false, notProcessed: false }, 3]],
	[form('count'), () => remove(400001, 7), [98, { processed: 1, notProcessed: 1 }, 3]],
	[form('countText'), () => remove(400001, 7), [98, { processed: '1', notProcessed: '1' }, 3]],
	[form('text'), () => remove(400001, 7), [98, { processed: '400001', notProcessed: '7' }, 3]],
	// F15: an Update without data, and an empty date.
	[{}, update, ['0', null]],
	[{ emptyUpdate: 'code11' }, update, ['11', '2026-05-01']],
	[{ emptyUpdate: 'code11' }, () => update({ comment: '' }), ['0', null]],
	[{}, () => update({ expirationDate: '' }), ['1 data.expirationDate', '2026-05-01']],
	[{ emptyDate: 'never' }, () => update({ expirationDate: '' }), ['0', null]],
	[{ emptyDate: 'never' }, createWithoutDate, null],
	// F17: short links are found by what is shown, or by whatever leads to the link.
	[{ shortLinkForm: 'https' }, () => get({ shortLink: at('/8kn5', 'https://') }), '8kn5'],
	[{ shortLinkForm: 'https' }, () => get({ shortLink: at('/8kn5', 'http://') }), 2],
	[{ shortLinkForm: 'https' }, () => get({ shortLink: at('/8kn5') }), 2],
	[{ shortLinkMatch: 'lenient' }, () => get({ shortLink: at('/8kn5', 'https://') }), '8kn5'],
	[{ shortLinkMatch: 'lenient' }, () => get({ shortLink: at('/l/8kn5') }), '8kn5'],
	[{ shortLinkMatch: 'lenient' }, () => get({ shortLink: 'https://elsewhere.test/8kn5' }), 2],
	[{ shortLinkMatch: 'lenient' }, () => get({ shortLink: '8kn5' }), 2],
	// F20: the account's clock, and its zone, in answers and in questions.
	[{ accountClockOffset: -300_000 }, stampedAt, '2026-03-10 11:55:00'],
	[{ accountClockOffset: -300_000 }, headerDate, NOON],
	[{ accountTimezone: 'Europe/Berlin' }, stampedAt, '2026-03-10 08:00:00'],
	[{ accountTimezone: 'Europe/Berlin' }, () => upTo('08:00:00'), page('1', [NEW])],
	[{}, () => upTo('08:00:00'), page('0', [])],
	// F22: numbers with a plus are found by their digits.
	[{ numbersWithPlus: true }, recipients, ['+77010000000', '+77010000000']],
	// F23: what is not set.
	[{ blankTimes: 'null' }, blanks, [null, null, null, null]],
	[{ blankTimes: 'space' }, blanks, [' ', ' ', ' ', ' ']],
	[{ blankTimes: 'empty' }, blanks, ['', '', '', '']],
	[{ blankTimes: 'zero' }, blanks, [...Array(3).fill('0000-00-00 00:00:00'), '0000-00-00']],
	[{ blankTimes: 'space' }, blankReport, unsent(' ')],
	[{ blankTimes: 'zero' }, blankReport, unsent('0000-00-00 00-00-00')],
	// F32: codes without regard to case; of several the oldest.
	[{}, () => get({ code: 'abcd' }), 'abcd'],
	[{}, () => get({ shortLink: at('/abcd', 'http://') }), 'abcd'],
	[{ codesAnyCase: true }, () => get({ code: 'abcd' }), 'ABcd'],
	[{ codesAnyCase: true }, () => get({ shortLink: at('/abcd', 'http://') }), 'ABcd'],
])('with %j %s gives %j', async (freedoms, question, answer) => {
	api.service.setFreedoms(freedoms);
	expect(await question()).toEqual(answer);
});
