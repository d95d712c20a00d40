import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { LANGUAGES, languageCodes, readPage } from '../../nodes/Message/approval/languages.ts';
import { ItemParameters } from '../../nodes/shared/input/itemParameters.ts';
import { harness } from '../engine/lib/harness.mts';
import { until } from '../until.mts';
import { ask, serve, textsOf, type Waiting } from './lib/question.mts';

const h = harness({ now: () => Date.now() });

const DOUBLE = { values: { approvalType: 'double', approveLabel: 'Pay', disapproveLabel: 'No' } };

const open = async (waiting: Waiting, now = {}) => await serve(h, waiting, now);

const asked = async (parameters: INodeParameters = {}) => await open(await ask(h, parameters));

/** A question with a code in its SMS. */
const withCode = async (parameters: INodeParameters = {}) => {
	const waiting = await ask(h, { options: { askForCode: true }, ...parameters });
	const code = /: (\d{4})$/.exec(waiting.sms)?.[1] ?? '';
	const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
	return { waiting, code, wrong, page: await open(waiting) };
};

type Coded = Awaited<ReturnType<typeof withCode>>;

/** What is shown at first, after a wrong code, after the right one, and later. */
const allPages = async (answer: string, { page, code, wrong }: Coded) =>
	[
		await page.get(),
		await page.post({ answer, code: wrong }),
		await page.post({ answer, code }),
		await page.get(),
	].map(({ html }) => html);

const answered = (data: IDataObject) => {
	const json = { data: { respondedAt: expect.stringMatching(/^\d{4}-.*Z$/), ...data } };
	return [[{ json, pairedItem: { item: 0 } }]];
};

test('the page shows the question and its buttons, without scripts or files from elsewhere', async () => {
	const page = await asked({ approvalOptions: DOUBLE });
	const { status, html, headers } = await page.get();
	expect(status).toBe(200);
	expect(html).toContain('Pay 120 EUR?');
	const labels = [...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label);
	expect(labels).toEqual(['Pay', 'No']);
	expect(html).toContain('<form method="post">');
	expect(html).not.toMatch(/<script|<img|<link|https?:|url\(|onclick/i);
	expect(html).toContain('prefers-color-scheme: dark');
	expect(headers).toEqual({
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy':
			"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms",
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex, nofollow',
	});
});

test('opening the page decides nothing, whoever does; an address that n8n did not sign opens nothing', async () => {
	const waiting = await ask(h);
	const page = await open(waiting);
	for (const userAgent of ['Mozilla/5.0 (iPhone) Safari/604.1', 'facebookexternalhit/1.1', '']) {
		expect((await page.get({ 'user-agent': userAgent })).status).toBe(200);
	}
	for (const [said, other] of [
		[/question=./, 'question=2'],
		['question=', 'question[toString]='],
		['lang=en', 'lang=de'],
		['&signature', '&code=sms&signature'],
		[/signature=.*/, `signature=${'0'.repeat(64)}`],
		[/&signature=.*/, ''],
		// The token of $execution.resumeUrl, with which n8n lets in whoever names the node.
		[/signature=.*/, `signature=${'ab'.repeat(32)}/2`],
	] as const) {
		const forged = waiting.address.replace(said, other);
		expect(forged).not.toBe(waiting.address);
		const { status, html } = await page.post({ answer: 'approve' }, forged);
		expect([status, html.includes('Pay')]).toEqual([401, false]);
	}
	expect(page.answers).toEqual([]);
});

test.each(['approve', 'decline'])('%s is an answer, and the link is deleted', async (answer) => {
	const approved = answer === 'approve';
	const page = await asked({ approvalOptions: DOUBLE });
	const { status, html } = await page.post({ answer });
	expect([status, page.answers]).toEqual([200, [answered({ approved })]]);
	expect(html).toContain(approved ? '<b>Pay</b>' : '<b>No</b>');
	await until(() => h.service.store.links.size === 0);
	expect(h.wire('Link/Delete')).toEqual([{ ids: ['400001'] }]);
});

test('an answer counts although its link cannot be deleted', async () => {
	const page = await asked();
	h.service.faults.add({ method: 'Link/Delete', kind: { code: 15 } });
	expect((await page.post({ answer: 'approve' })).status).toBe(200);
	await until(() => h.wire('Link/Delete').length > 0);
	expect(page.answers).toEqual([answered({ approved: true })]);
});

test.each<Record<string, string>>([
	{},
	{ answer: '' },
	{ answer: 'decline' },
	{ answer: 'true' },
	{ approved: 'true' },
	{ 'answer[]': 'approve' },
])('a POST that presses no button of the page answers nothing: %j', async (fields) => {
	const page = await asked();
	expect((await page.post(fields)).status).toBe(400);
	expect(page.answers).toEqual([]);
});

test('free text: what was written, whatever it holds, up to 5,000 characters', async () => {
	const page = await asked({ responseType: 'freeText' });
	// Screen readers say the question as the name of the field.
	expect((await page.get()).html).toMatch(
		/<p id="question">Pay.*<textarea name="answer" aria-labelledby="question"/,
	);
	for (const answer of ['  ', '\r\nx'.repeat(5000), 'x'.repeat(1e6)]) {
		const { status, html } = await page.post({ answer });
		expect(status).toBe(400);
		// Nobody has to write it again.
		expect(html).toContain(`${answer.replaceAll('\r\n', '\n')}</textarea>`);
		expect(html.includes(' / 5000</p>')).toBe(answer.length > 2);
	}
	expect(page.answers).toEqual([]);
	const written = 'Line 1\n<script>alert(1)</script> & "ö" 😀'.padEnd(5000, '.');
	const { html } = await page.post({ answer: written.replace('\n', '\r\n') });
	expect(html).not.toContain('<script');
	expect(page.answers).toEqual([answered({ text: written })]);
});

test('each text of the page can be replaced; whatever comes from the workflow is escaped', async () => {
	const evil = `<script>x</script>"'\`&<b>`;
	const names = ['answered', 'closed', 'code', 'inSms', 'send', 'wrongCode'];
	const values = Object.fromEntries(names.map((name) => [name, `${name} ${evil}`]));
	// A blank one is not replaced.
	const pageTexts = { values: { ...values, thanks: ' ' } };
	const options = { language: 'de', askForCode: true, pageTexts };
	const question = await withCode({ message: evil, responseType: 'freeText', options });
	const shown = await allPages(`\n${evil}`, question);
	expect(shown.map(textsOf)).toEqual([
		`${evil} code ${evil} send ${evil}`,
		`${evil} wrongCode ${evil} 2 ${evil} code ${evil} send ${evil}`,
		`${evil} ${evil} Vielen Dank. Sie können diese Seite schließen.`,
		`closed ${evil}`,
	]);
	// The first line break of a field is not shown.
	expect(shown[1]).toContain('required>\n\n&#60;script');
	const labels = { approveLabel: evil, disapproveLabel: evil };
	const approvalOptions = { values: { approvalType: 'double', ...labels } };
	shown.push((await (await asked({ approvalOptions })).get()).html);
	expect(textsOf(shown[4])).toBe(`Pay 120 EUR? ${evil} ${evil}`);
	for (const html of shown) expect(html).not.toMatch(/<script|<b>x|<b>"|"'/);
});

test("n8n's own text of a review, and others of expressions, are shown as the SMS has them, with what the last call of the agent gives", async () => {
	const message = '=Run {{ $tool.name }}, {{ $json.tool }}?\n{{ $tool.parameters }}';
	const approvalOptions = { values: { approveLabel: '=Send {{ $tool.parameters.Text }}' } };
	const calls = ['First', 'Second'].map((Text) => [{ tool: 'Send_SMS', toolParameters: { Text } }]);
	const review = { rewireOutputLogTo: 'ai_tool' } as const;
	const page = await open(await ask(h, { message, approvalOptions }, review, calls));
	expect(textsOf((await page.get()).html)).toBe(
		'Run Send_SMS, Send_SMS? {"Text":"Second"} Send Second',
	);
});

/** Two questions of one execution; the address of the first one is still in the phone. */
const two = async (parameters: INodeParameters) => {
	const executionId = `loop-${String(parameters.recipient)}`;
	const first = await ask(h, {}, { executionId });
	const context = first.result.run.data.executionData?.contextData;
	return { first, second: await ask(h, parameters, { executionId, context }) };
};

test.each(['77011231000', '77010000002'])(
	'who was asked before can neither see nor answer the next question, to %s',
	async (recipient) => {
		const { first, second } = await two({ recipient, message: 'Pay 9000?' });
		for (const name of ['Node', 'Ask "Bob" {{ x }} \\ \u{1f600}']) {
			const page = await open(second, { name });
			const { status, html } = await page.post({ answer: 'approve' }, first.address);
			expect([status, page.answers]).toEqual([401, []]);
			expect(html).not.toContain('Pay');
		}
		const page = await open(second);
		expect((await page.post({ answer: 'approve' })).status).toBe(200);
		expect(page.answers).toEqual([answered({ approved: true })]);
	},
);

test.each<[string, INodeParameters]>([
	['another text', { message: 'Pay 5 EUR?' }],
	['none', { message: '=Pay {{ $("Nowhere").item.json.sum }} EUR?' }],
])('where the expressions give %s meanwhile, it still takes the answer', async (_, parameters) => {
	const nowhere = '={{ $("Nowhere").item.json.x }}';
	const approvalOptions = { values: { approvalType: nowhere, approveLabel: nowhere } };
	const changed = { approvalOptions, recipient: '77010000009', ...parameters };
	const page = await open(await ask(h), { parameters: changed });
	const { html } = await page.get();
	expect(textsOf(html)).toContain('The question is in the SMS with the link to this page. Approve');
	expect(html).not.toMatch(/Pay\b/);
	expect((await page.post({ answer: 'approve' })).status).toBe(200);
});

const buttons = (approvalType: string) => ({ approvalOptions: { values: { approvalType } } });

test.each<[INodeParameters, shown: RegExp]>([
	[buttons('={{ "Approve and Disapprove" }}'), /Approve Decline$/],
	[buttons('={{ "DOUBLE" }}'), /Approve Decline$/],
	[{ responseType: '={{ "Free Text" }}' }, /Send$/],
])(
	'the page asks as the SMS did, also where a choice came by its name: %j',
	async (given, shown) => {
		const page = await open(await ask(h, given), { parameters: { responseType: 'approval' } });
		expect(textsOf((await page.get()).html)).toMatch(shown);
	},
);

test.each(['decline', 'approve'])('%s, then approve: one counts, and is shown', async (first) => {
	const page = await asked({ approvalOptions: DOUBLE });
	const [one, other] = [await page.post({ answer: first }), await page.post({ answer: 'approve' })];
	expect([one.status, other.status]).toEqual([200, 410]);
	const counts = first === 'approve' ? 'Pay' : 'No';
	expect(textsOf(other.html)).toMatch(new RegExp(`The answer that counts: ${counts}$`));
	expect(textsOf(other.html)).not.toContain('Thank you');
	expect(page.answers).toEqual([answered({ approved: first === 'approve' })]);
});

const HOUR = 3_600_000;

/** A question whose link nobody deletes: the call would outlive the test. */
async function withoutLink() {
	const waiting = await ask(h);
	delete waiting.result.run.data.executionData?.contextData['node:Node'].link;
	return waiting;
}

const pass = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

test('an answer is shown to others for an hour; where n8n did not go on, the question is open again', async () => {
	const page = await open(await withoutLink());
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const statuses = [(await page.post({ answer: 'approve' })).status];
	for (const ms of [HOUR - 1, 1]) {
		pass(ms);
		statuses.push((await page.get()).status);
	}
	expect(statuses).toEqual([200, 410, 200]);
});

test('of 1,000 questions the oldest one is forgotten', async () => {
	const waiting = await withoutLink();
	const pageOf = async (execution: number) => {
		const address = waiting.address.replace(/waiting\/\d+/, `waiting/many-${execution}`);
		return await open({ ...waiting, address });
	};
	const first = await pageOf(0);
	for (let n = 0; n < 1000; n++) await (await pageOf(n)).post({ answer: 'approve' });
	expect((await first.get()).status).toBe(410);
	await (await pageOf(1000)).post({ answer: 'approve' });
	expect([(await first.get()).status, (await (await pageOf(1)).get()).status]).toEqual([200, 410]);
});

/** Asks as if n8n signed otherwise at that time, as up to 2.0 it did: with the host. */
async function before<T>(work: () => Promise<T>): Promise<T> {
	const { ExecuteContext } = await import('n8n-core');
	const { getSignedResumeUrl } = ExecuteContext.prototype;
	const signing = jest.spyOn(ExecuteContext.prototype, 'getSignedResumeUrl');
	signing.mockImplementation(function (this: typeof ExecuteContext.prototype, query) {
		return getSignedResumeUrl.call(this, query).replace(/signature=.{9}/, 'signature=otherwise');
	});
	return await work().finally(() => signing.mockRestore());
}

test('a question from before an update of n8n takes its answer; one with a code, which would be another now, is closed', async () => {
	const page = await open(await before(async () => await ask(h)));
	expect((await page.post({ answer: 'approve' })).status).toBe(200);
	expect(page.answers).toEqual([answered({ approved: true })]);
	const coded = await before(withCode);
	const { address } = coded.waiting;
	for (const link of [address, address.replace('&code=sms', '')]) {
		const fields = { answer: 'approve', code: coded.code };
		expect((await coded.page.post(fields, link)).status).toBe(401);
	}
	expect(coded.page.answers).toEqual([]);
});

test('the SMS has a code that the link does not tell; with it the answer counts', async () => {
	const { waiting, page, code, wrong } = await withCode();
	expect(waiting.sms).toMatch(/^Pay 120 EUR\? http\S+ Code: \d{4}$/);
	const { html } = await page.get();
	expect(html).toMatch(/<input name="code" inputmode="numeric" autocomplete="one-time-code"/);
	expect(html + waiting.address).not.toContain(code);
	// What has no 4 digits was not tried.
	for (const typed of ['', ` ${code}0`, 'abcd', '1'.repeat(1e6)]) {
		expect((await page.post({ answer: 'approve', code: typed })).status).toBe(400);
	}
	// Phones of ten years ago let it through without a word of their own.
	const without = await page.post({ answer: 'approve' });
	const said = expect.stringContaining('This is not the code from the SMS. Tries left: 3');
	expect([without.status, textsOf(without.html)]).toEqual([400, said]);
	const second = await page.post({ answer: 'approve', code: wrong });
	expect([second.status, textsOf(second.html)]).toEqual([
		403,
		expect.stringContaining('This is not the code from the SMS. Tries left: 2'),
	]);
	expect(page.answers).toEqual([]);
	expect((await page.post({ answer: 'approve', code: ` ${code} ` })).status).toBe(200);
	expect(page.answers).toEqual([answered({ approved: true })]);
});

test.each(['approval', 'freeText'])('Enter in the code of %s approves nothing', async (type) => {
	const { page } = await withCode({ responseType: type });
	// It presses the first button.
	const [, first] = /<button([^>]*)/.exec((await page.get()).html) ?? [];
	expect(/ disabled /.test(first)).toBe(type === 'approval');
});

test.each([
	['approval', { approved: false }],
	['freeText', { text: '' }],
])('three wrong codes close the question, %s', async (responseType, none) => {
	const { page, code, wrong } = await withCode({ options: { askForCode: true }, responseType });
	const fields = { answer: 'approve' };
	const tried = [];
	for (const typed of [wrong, wrong, wrong, code]) {
		tried.push((await page.post({ ...fields, code: typed })).status);
	}
	expect([...tried, (await page.get()).status]).toEqual([403, 403, 410, 410, 410]);
	const closed = answered({ ...none, respondedAt: null });
	expect(page.answers).toEqual([closed]);
	await until(() => h.service.store.links.size === 0);
	// Where n8n did not go on, the right code comes too late all the same.
	pass(HOUR);
	expect((await page.post({ ...fields, code })).status).toBe(410);
	expect(page.answers).toEqual([closed, closed]);
});

test.each([
	['Pay 120 EUR?', 'Kod'],
	['Оплатить?', 'Код'],
])('the word before the code makes no SMS longer: %s', async (message, word) => {
	const { waiting } = await withCode({ message, options: { askForCode: true, language: 'ru' } });
	expect(waiting.sms).toMatch(new RegExp(`^\\S.* http\\S+ ${word}: \\d{4}$`));
});

test('each question has a code of its own; wrong ones of one question do not count for another', async () => {
	const [first, second] = [await withCode(), await withCode()];
	expect(first.code).not.toBe(second.code);
	for (const { page, wrong } of [first, second]) {
		expect((await page.post({ answer: 'approve', code: wrong })).status).toBe(403);
	}
	expect((await second.page.post({ answer: 'approve', code: second.code })).status).toBe(200);
});

test.each(languageCodes)('%s: every text of the page, and its lang', async (language) => {
	const texts = LANGUAGES[language];
	const options = { language, askForCode: true };
	const approvalOptions = { values: { approvalType: 'double' } };
	const question = await withCode({ message: ' OK?\n', options, approvalOptions });
	const shown = await allPages('decline', question);
	expect(shown.map(textsOf)).toEqual([
		`OK? ${texts.code} ${texts.approve} ${texts.decline}`,
		`OK? ${texts.wrongCode} 2 ${texts.code} ${texts.approve} ${texts.decline}`,
		`OK? ${texts.decline} ${texts.thanks}`,
		// Who has the link alone does not see the answer.
		texts.closed,
	]);
	for (const html of shown) expect(html).toContain(`<html lang="${language}">`);
});

test('without a language, that of the country of the server', () => {
	const getNodeParameter = (_: string, __: number, fallback: object | null) => fallback;
	const zones = { account: 'Asia/Almaty', workflow: 'Asia/Almaty' };
	const countries = ['KZ', 'UA', 'BR', 'DE', 'UZ', undefined];
	const found = countries.map((country) =>
		readPage(new ItemParameters({ getNodeParameter }, 0, [], zones, country)),
	);
	expect(found).toEqual(['kk', 'uk', 'pt', 'de', 'uz', 'en']);
});
