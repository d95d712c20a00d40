import { accountFrom } from '../../../nodes/shared/api/account';

const KEY = 'k'.repeat(40);
const other = (baseUrl: string) =>
	accountFrom({ server: 'other', baseUrl, apiKey: KEY }, 'UTC').baseUrl;

test.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com// ', 'https://api.example.com'],
	['http://127.0.0.1:8080/prefix/', 'http://127.0.0.1:8080/prefix'],
	['HTTPS://API.EXAMPLE.COM', 'HTTPS://API.EXAMPLE.COM'],
])('base URL %p is %p', (given, expected) => {
	expect(other(given)).toBe(expected);
});

test.each([
	'',
	'api.example.com',
	'ftp://example.com',
	'https://',
	'https://a.b/?x=1',
	'https://a b',
	'https://a.b/#x',
])('base URL %p is refused', (given) => {
	expect(() => other(given)).toThrow(
		'"Base URL" of the credential is not an http or https address',
	);
});

test('a known server needs no base URL', () => {
	const account = accountFrom(
		{ server: 'https://api.mobizon.kz', baseUrl: 'nonsense' },
		'Europe/Berlin',
	);
	expect(account).toMatchObject({ baseUrl: 'https://api.mobizon.kz', zone: 'Europe/Berlin' });
});

test.each([
	['Asia/Almaty', 'Asia/Almaty'],
	['', 'Europe/Berlin'],
	['  ', 'Europe/Berlin'],
	[undefined, 'Europe/Berlin'],
])('zone %p is %p', (timezone, expected) => {
	const data = { server: 'https://api.mobizon.kz', ...(timezone !== undefined && { timezone }) };
	expect(accountFrom(data, 'Europe/Berlin').zone).toBe(expected);
});

test.each(['Almaty', 'UTC+5', 'Asia/Nowhere'])('zone %p is refused', (timezone) => {
	expect(() => accountFrom({ server: 'https://api.mobizon.kz', timezone }, 'UTC')).toThrow(
		`"Account Time Zone" of the credential is not a time zone: ${timezone}`,
	);
});

test('takes the key out of an answer, however often it stands there', () => {
	const { withoutKey } = accountFrom({ server: 'https://api.mobizon.kz', apiKey: KEY }, 'UTC');
	expect(withoutKey(`{"a":"${KEY}","${KEY}":1}`)).toBe('{"a":"(API key)","(API key)":1}');
	expect(withoutKey('{"code":0}')).toBe('{"code":0}');
});

test('something too short to be a key leaves answers alone', () => {
	for (const apiKey of ['', ' ', 'code']) {
		const { withoutKey } = accountFrom({ server: 'https://api.mobizon.kz', apiKey }, 'UTC');
		expect(withoutKey('{"code":0}')).toBe('{"code":0}');
	}
});
