import { fullLink } from '../../../nodes/Link/fullLink';

test.each([
	...['example.com', 'https://example.com', 'HTTP://EXAMPLE.COM:8080/a?b=c#d', 'example.com?a@b'],
	...['https://user:pass@example.com/x@y', 'https://пример.рф', 'localhost', 'localhost:3000/x'],
	...['http://[2001:db8::1]:80/', '192.168.0.1', '10.0.0.7/a', 'ftp://files.example.com'],
	...['http://intranet/page', 'https://intranet:8080', 'https://me@intranet/'],
])('%s is taken, without the marks that come along with a copied address', (given) => {
	for (const copied of [` ${given}\n`, `\u200b${given}\u200b\ufeff`])
		expect(fullLink(copied)).toBe(given);
});

test.each([
	...[
		'example',
		'me@example.com',
		'mailto:me@example.com',
		'user:pass@example.com',
		'//example.com',
	],
	...['javascript:alert(1)', 'https://', 'https:///path', 'http://exa mple.com', 'example.com/a b'],
	...['.example.com', 'example..com', 'https://@', '[::1', '1.5', 10.5, '10.12.2026'],
])('%s is refused', (given) => {
	expect(() => fullLink(given)).toThrow(`is not a URL: "${given}"`);
});

test.each([8192, 8193, 10_000_000])('%i characters, most of them spaces', (length) => {
	const given = `example.com/a${' '.repeat(length - 14)}b`;
	const refusal = length > 8192 ? /^has \d+ characters, a URL has at most 8192$/ : /^is not a URL/;
	expect(() => fullLink(given)).toThrow(refusal);
});

test.each([[null], [true], [{}], [['example.com']]])('%p is no text', (given) => {
	expect(() => fullLink(given)).toThrow('is not text');
});
