import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MobizonSmsApi } from '../../../credentials/MobizonSmsApi.credentials';
import { accountFrom } from '../../../nodes/shared/api/account';

const KEY = 'k'.repeat(40);
const other = (baseUrl: string) =>
	accountFrom({ server: 'other', baseUrl, apiKey: KEY, timezone: 'UTC' }).baseUrl;

test.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com// ', 'https://api.example.com'],
	['http://127.0.0.1:8080/prefix/', 'http://127.0.0.1:8080/prefix'],
	['HTTPS://API.EXAMPLE.COM', 'HTTPS://API.EXAMPLE.COM'],
	['https://api.example.com/service', 'https://api.example.com'],
	['https://api.example.com/service/ ', 'https://api.example.com'],
	['https://api.example.com//Service//', 'https://api.example.com'],
	['https://api.example.com/my/service', 'https://api.example.com/my'],
	['https://api.example.com/myservice', 'https://api.example.com/myservice'],
	['https://service', 'https://service'],
	['https://service/service/service', 'https://service/service'],
])('base URL %p is %p', (given, expected) => {
	expect(other(given)).toBe(expected);
});

test.each([
	...['', 'api.example.com', 'ftp://example.com', 'https://', 'https:///service'],
	...['https://a.b/?x=1', 'https://a b', 'https://a.b/#x'],
])('base URL %p is refused', (given) => {
	expect(() => other(given)).toThrow(
		'"Base URL" of the credential is not an http or https address',
	);
});

test.each([
	['https://api.mobizon.kz', 'Asia/Almaty', 'KZ'],
	['https://api.mobizon.ua', 'Europe/Kyiv', 'UA'],
	['https://api.mobizon.com.br', 'America/Sao_Paulo', 'BR'],
	['https://api.mobizon.gmbh', 'Europe/Berlin', 'DE'],
	['https://api.mobizon.uz', 'Asia/Tashkent', 'UZ'],
])('%s needs neither base URL nor zone: %s, %s', (server, zone, country) => {
	const nothing: ICredentialDataDecryptedObject[] = [{}, { timezone: '' }, { timezone: '  ' }];
	for (const empty of nothing) {
		const data = { server, baseUrl: 'nonsense', ...empty };
		expect(accountFrom(data)).toMatchObject({ baseUrl: server, zone, country });
	}
	expect(accountFrom({ server, timezone: ' Europe/Paris ' })).toMatchObject({
		zone: 'Europe/Paris',
		country,
	});
});

test('the servers to choose from are those whose country is known, the old one and Other', () => {
	const server = new MobizonSmsApi().properties.find(({ name }) => name === 'server');
	const values = server?.options?.map((option) => ('value' in option ? String(option.value) : ''));
	const withCountry = values?.filter((value) => {
		const data = { server: value, baseUrl: 'https://example.com', timezone: 'UTC' };
		return accountFrom(data).country !== undefined;
	});
	expect(withCountry).toHaveLength(5);
	expect(values?.filter((value) => !withCountry?.includes(value))).toEqual([
		'https://api.mobizon.com',
		'other',
	]);
});

test.each<ICredentialDataDecryptedObject>([
	{ server: 'https://api.mobizon.com' },
	{ server: 'https://api.mobizon.com', timezone: ' ' },
	{ server: 'other', baseUrl: 'https://sms.example.com', timezone: '' },
])('%j needs a zone', (data) => {
	expect(() => accountFrom(data)).toThrow('"Account Time Zone" of the credential is empty');
	expect(accountFrom({ ...data, timezone: 'Asia/Almaty' })).toMatchObject({
		zone: 'Asia/Almaty',
		country: undefined,
	});
});

test('Other with the address of a known server is that server', () => {
	const data = { server: 'other', baseUrl: 'https://api.mobizon.com.br/service/' };
	expect(accountFrom(data)).toMatchObject({ zone: 'America/Sao_Paulo', country: 'BR' });
});

test.each(['Almaty', 'UTC+5', '+05:00', 'Asia/Nowhere'])('zone %p is refused', (timezone) => {
	expect(() => accountFrom({ server: 'https://api.mobizon.kz', timezone })).toThrow(
		expect.objectContaining({
			message: `"Account Time Zone" of the credential is not a time zone: ${timezone}`,
			hint: expect.stringContaining('such as Asia/Almaty'),
		}),
	);
});

test('takes the key out of an answer, however often it stands there', () => {
	const { withoutKey } = accountFrom({ server: 'https://api.mobizon.kz', apiKey: KEY });
	expect(withoutKey(`{"a":"${KEY}","${KEY}":1}`)).toBe('{"a":"(API key)","(API key)":1}');
	expect(withoutKey('{"code":0}')).toBe('{"code":0}');
});

test('something too short to be a key leaves answers alone', () => {
	for (const apiKey of ['', ' ', 'code']) {
		const { withoutKey } = accountFrom({ server: 'https://api.mobizon.kz', apiKey });
		expect(withoutKey('{"code":0}')).toBe('{"code":0}');
	}
});
