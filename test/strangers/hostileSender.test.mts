import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, person, SEND, sendingByOwnClock, to } from '../sending/lib/sending.mts';

const s = sendingByOwnClock();
const TO = to(0);

/** What came by a webhook is sent, as Send would get it; a well-meant message follows each. */
async function send(posted: IDataObject) {
	const items = [person(0, posted), person(0, { text: 'After it' })];
	const { main } = await s.send(items, {}, CONTINUE);
	expect(main[1].json).toMatchObject({ outcome: 'accepted' });
	expect(main).toHaveLength(2);
	return { json: main[0].json, sent: s.callsOf(SEND).map(({ params }) => Object(params).text) };
}

test.each([
	['{{$$$ in 60 KB', '{{$$$'.repeat(12_000), 'has 60000 characters'],
	['{{$$$ in 150 KB', '{{$$$'.repeat(30_000), 'has 150000 characters'],
	['{{$ without an end', '{{$'.repeat(5000), 'segments'],
	['80,000 spaces', `${' '.repeat(80_000)}x`, 'has 80001 characters'],
	['20 MB', 'a'.repeat(20_000_000), 'has 20000000 characters'],
	['an expression of their own', 'Pay {{ $env.SECRET }}', '{{ $env.SECRET }}'],
	['11 segments', 'a'.repeat(153 * 11), '11 segments'],
	[
		'a list 5,000 deep',
		JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`),
		'"Text" could not be read: Maximum call stack size exceeded',
	],
])('a text is refused before any call: %s', async (_what, text, said) => {
	const { json, sent } = await send({ text });
	const error = expect.stringContaining(said);
	expect(json).toMatchObject({ error, details: { outcome: 'refused' } });
	expect(JSON.stringify(json).length).toBeLessThan(2000);
	expect(sent).toEqual(['After it']);
});

test.each([
	['many numbers', `${TO},`.repeat(8000)],
	['80,000 spaces', `7${' '.repeat(80_000)}${TO}`],
	['a number without an end', '7'.repeat(200_000)],
	['brackets', '(+'.repeat(50_000)],
	['an object', { toString: TO, valueOf: TO }],
])('so is a recipient: %s', async (_what, recipient) => {
	const { json, sent } = await send({ to: recipient });
	expect(json).toMatchObject({ error: expect.any(String), details: { outcome: 'refused' } });
	expect(JSON.stringify(json).length).toBeLessThan(2000);
	expect(sent).toEqual(['After it']);
});

test.each([
	['form fields', 'Hi&recipient=79990000000&params[name]=x&apiKey=y'],
	['line breaks and controls', 'Hi\r\nContent-Length: 0\r\n\r\n\u0001'],
	['a half of a letter', 'Hi \ud83d there'],
])('a text that may be sent reaches one number, as text: %s', async (_what, text) => {
	const { json, sent } = await send({ text });
	expect(json).toMatchObject({ outcome: 'accepted' });
	expect(sent).toEqual([text.replace('\ud83d', '\ufffd'), 'After it']);
	expect(s.called()).toEqual([TO, TO]);
});
