import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MobizonSmsApi } from '../../../credentials/MobizonSmsApi.credentials';
import { accountFrom, isOwnService } from '../../../nodes/shared/api/account';

const KEY = 'k'.repeat(40);
const SERVER = 'https://api.mobizon.kz';
const API = 'https://api.example.com';
const other = (baseUrl: string) =>
	accountFrom({ server: 'other', baseUrl, apiKey: KEY, timezone: 'UTC' }).baseUrl;

test.each([
	[API, ['', '//', '/service', '/service/ ', '//Service//'].map((end) => ` ${API}${end}`)],
	['http://127.0.0.1:8080/prefix', ['http://127.0.0.1:8080/prefix/']],
	[`${API}/myservice`, [`${API}/myservice`]],
	['https://service/service', ['https://service/service/service']],
])('base URL %p is made of %j', (expected, given) => {
	for (const baseUrl of given) expect(other(baseUrl)).toBe(expected);
});

test('an account is its server and its key, whatever credential holds them', () => {
	const id = (apiKey: string, baseUrl: string) =>
		accountFrom({ server: 'other', baseUrl, apiKey, timezone: 'UTC' }).id;
	expect(id(` ${KEY} `, 'https://API.mobizon.kz/service/')).toBe(id(KEY, SERVER));
	expect(accountFrom({ server: SERVER, apiKey: KEY }).id).toBe(id(KEY, SERVER));
	expect(id(`${KEY}k`, SERVER)).not.toBe(id(KEY, SERVER));
	expect(id(KEY, API)).not.toBe(id(KEY, SERVER));
	expect(id(KEY, SERVER)).not.toContain(KEY);
});

test.each([
	...['', 'api.example.com', 'ftp://example.com', 'https://', 'https:///service'],
	...['https://a.b/?x=1', 'https://a b', 'https://a.b/#x'],
	// No request could go there, and a message would be taken for one that may have been sent.
	...['https://a.b:44x', 'http://127.0.0.1:99999', 'https://[a', 'https://a%b.c'],
])('base URL %p is refused', (given) => {
	const refusal = '"Base URL" of the credential is not an http or https address';
	expect(() => other(given)).toThrow(refusal);
});

test.each([
	['https://api.mobizon.kz', 'Asia/Almaty', 'KZ'],
	['https://api.mobizon.ua', 'Europe/Kyiv', 'UA'],
	['https://api.mobizon.com.br', 'America/Sao_Paulo', 'BR'],
	['https://api.mobizon.gmbh', 'Europe/Berlin', 'DE'],
	['https://api.mobizon.uz', 'Asia/Tashkent', 'UZ'],
])('%s, also as Other, needs neither base URL nor zone: %s, %s', (server, zone, country) => {
	const asOther = { server: 'other', baseUrl: `${server}/service/` };
	for (const data of [{ server, baseUrl: 'nonsense' }, asOther]) {
		for (const timezone of ['', '  '])
			expect(accountFrom({ ...data, timezone })).toMatchObject({ baseUrl: server, zone, country });
		const inParis = accountFrom({ ...data, timezone: ' Europe/Paris ' });
		expect(inParis).toMatchObject({ zone: 'Europe/Paris', country });
	}
	const typed = { server: 'other', baseUrl: server.toUpperCase() };
	expect(accountFrom(typed)).toMatchObject({ zone, country });
});

test('the servers to choose from are those whose country is known, the old one and Other', () => {
	const server = new MobizonSmsApi().properties.find(({ name }) => name === 'server');
	const values = server?.options?.map((option) => ('value' in option ? String(option.value) : ''));
	const ofNoCountry = values?.filter(
		(value) => !accountFrom({ server: value, baseUrl: API, timezone: 'UTC' }).country,
	);
	expect(values).toHaveLength(7);
	expect(ofNoCountry).toEqual(['https://api.mobizon.com', 'other']);
});

test.each<ICredentialDataDecryptedObject>([
	{ server: 'https://api.mobizon.com', timezone: ' ' },
	{ server: 'other', baseUrl: 'https://sms.example.com', timezone: '' },
])('%j needs a zone', (data) => {
	expect(() => accountFrom(data)).toThrow('"Account Time Zone" of the credential is empty');
	const own = { zone: 'Asia/Almaty', country: undefined };
	expect(accountFrom({ ...data, timezone: 'Asia/Almaty' })).toMatchObject(own);
});

test.each(['Almaty', 'UTC+5', '+05:00', 'Asia/Nowhere'])('zone %p is refused', (timezone) => {
	expect(() => accountFrom({ server: SERVER, timezone })).toThrow(
		expect.objectContaining({
			message: `"Account Time Zone" of the credential is not a time zone: "${timezone}"`,
			hint: expect.stringContaining('such as Asia/Almaty'),
		}),
	);
});

test.each([
	[KEY, `{"a":"${KEY}","${KEY}":1}`, '{"a":"(API key)","(API key)":1}'],
	[KEY, '{"code":0}', '{"code":0}'],
	// Too short to be a key.
	...['', ' ', 'code'].map((apiKey) => [apiKey, '{"code":0}', '{"code":0}']),
])('takes the key %p out of an answer, however often it stands there', (apiKey, body, shown) => {
	expect(accountFrom({ server: SERVER, apiKey }).withoutKey(body)).toBe(shown);
});

const OWN = [`${API}/service/Link/List`, 'HTTPS://API.example.COM:443/service/x'];
const OTHERS = [
	...['http://api.example.com', `${API}:8443/service/x`, `${API}/x`, `${API}/service/../x`],
	...['https://example.com', `${API}.evil.test/service/x`, `${API}@evil.test/service/x`],
	...['//evil.test', '/x', '', 'nonsense', 'file:///x'],
];

test.each([...OWN, ...OTHERS])('the key goes along to the own service alone: %p', (address) => {
	const data = { server: 'other', baseUrl: `${API}/service/` };
	expect(isOwnService(data, address)).toBe(OWN.includes(address));
	expect(isOwnService({ server: 'other', baseUrl: '' }, address)).toBe(false);
});
