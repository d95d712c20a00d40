import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { tokenOf } from '../../nodes/Message/approval/token.ts';
import { engine, type Engine } from '../engine/lib/engine.mts';
import { serveWaitingPage } from './lib/waitingPage.mts';

type Page = Awaited<ReturnType<typeof serveWaitingPage>>;
let n8n: Engine;
beforeAll(async () => {
	n8n = await engine();
}, 60_000);

const DOUBLE = { values: { approvalType: 'double', approveLabel: 'Pay', disapproveLabel: 'No' } };

const pages: Page[] = [];
afterEach(() => pages.splice(0).forEach((page) => page.close()));

/** The page of a node that waits for an answer. */
async function waiting(parameters: INodeParameters = {}, ...more: [IDataObject[]?, object?]) {
	const page = await serveWaitingPage(n8n, { message: 'Pay 120 EUR?', ...parameters }, ...more);
	pages.push(page);
	return page;
}

const answered = (data: IDataObject) => [
	[
		{
			json: { data: { ...data, respondedAt: expect.stringMatching(/^\d{4}-.*Z$/) } },
			pairedItem: { item: 0 },
		},
	],
];

test('the page shows the question and its buttons, without scripts or files from elsewhere', async () => {
	const page = await waiting({ approvalOptions: DOUBLE });
	const response = await page.get();
	const html = await response.text();
	expect(response.status).toBe(200);
	expect(html).toContain('Pay 120 EUR?');
	expect([...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual([
		'Pay',
		'No',
	]);
	expect(html).toContain('<form method="post">');
	expect(html).not.toMatch(/<script|<img|<link|https?:|url\(|onclick/i);
	expect(html).toContain('prefers-color-scheme: dark');
	expect(Object.fromEntries(response.headers)).toMatchObject({
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': expect.stringContaining('sandbox allow-forms'),
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
	});
});

test.each([
	'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari/604.1',
	'facebookexternalhit/1.1',
	'SkypeUriPreview Preview/0.5',
	'',
])('opening the page decides nothing: %s', async (userAgent) => {
	const page = await waiting();
	for (let n = 0; n < 3; n++) await (await page.get({ 'user-agent': userAgent })).text();
	expect(page.answers).toEqual([undefined, undefined, undefined]);
});

test.each([
	['approve', true],
	['decline', false],
])('pressing a button answers: %s', async (answer, approved) => {
	const page = await waiting({ approvalOptions: DOUBLE });
	const response = await page.post({ answer });
	expect([response.status, page.answers]).toEqual([200, [answered({ approved })]]);
	expect(await response.text()).toContain(approved ? '<b>Pay</b>' : '<b>No</b>');
});

test.each<Record<string, string>>([
	{},
	{ answer: '' },
	{ answer: 'decline' },
	{ answer: 'true' },
	{ approved: 'true' },
])('a POST that presses no button of the page answers nothing: %j', async (fields) => {
	const page = await waiting();
	expect((await page.post(fields)).status).toBe(400);
	expect(page.answers).toEqual([undefined]);
});

test('free text: what was written, whatever it holds', async () => {
	const page = await waiting({ responseType: 'freeText' });
	expect(await (await page.get()).text()).toContain('<textarea name="answer"');
	expect((await page.post({ answer: '  ' })).status).toBe(400);
	const written = 'Line 1\n<script>alert(1)</script> & "ö" 😀';
	const html = await (await page.post({ answer: written })).text();
	expect(html).not.toContain('<script');
	expect(page.answers).toEqual([undefined, undefined, answered({ text: written })]);
});

test('every text of the workflow is escaped', async () => {
	const evil = `<script>x</script>"'\`&<b>`;
	const labels = { values: { approvalType: 'double', approveLabel: evil, disapproveLabel: evil } };
	const page = await waiting({ message: evil, approvalOptions: labels });
	const shown = await (await page.get()).text();
	const thanks = await (await page.post({ answer: 'approve' })).text();
	for (const html of [shown, thanks]) expect(html).not.toMatch(/<script|<b>x|<b>"|"'/);
});

test('a question from an expression is shown with the item’s values', async () => {
	const page = await waiting({ message: '=Refund {{ $json.sum }} EUR?' }, [{ sum: 120 }]);
	expect(await (await page.get()).text()).toContain('Refund 120 EUR?');
});

test('who was asked before, in a loop, can neither see nor answer the question to the next', async () => {
	const page = await waiting({ recipient: '77010000002' }, [{}], { to: tokenOf('77010000001') });
	const shown = await page.get();
	const pressed = await page.post({ answer: 'approve' });
	expect([shown.status, pressed.status, page.answers]).toEqual([410, 410, [undefined, undefined]]);
	expect(await shown.text()).not.toContain('Pay');
});

test.each(['Ask', 'Ask "Bob" {{ x }} \\ \u{1f600}'])(
	'in a loop of %s, a button that is pressed twice does not answer the next question to the same person',
	async (name) => {
		const pressed = async (question: number) => {
			const page = await waiting({ message: 'Pay 9000?' }, [{}], { question, sent: 2, name });
			const { status } = await page.post({ answer: 'approve' });
			return [status, page.answers.filter(Boolean).length];
		};
		expect([await pressed(1), await pressed(2)]).toEqual([
			[410, 0],
			[200, 1],
		]);
	},
);

test('the person asked can answer when the expression of the recipient gives another number meanwhile', async () => {
	const recipient = "={{ '7701000000' + $runIndex }}";
	const page = await waiting({ recipient }, [{}], { to: tokenOf('77010000002'), sent: 1 });
	expect([(await page.get()).status, (await page.post({ answer: 'approve' })).status]).toEqual([
		200, 200,
	]);
	expect(page.answers).toEqual([undefined, answered({ approved: true })]);
});

test.each([['=Pay {{ $runIndex }} EUR?'], ['=Pay {{ $("Nowhere").item.json.sum }} EUR?']])(
	'the page shows the question that was sent, or says where it is, but no other: %s',
	async (message) => {
		const page = await waiting({ message }, [{}], { sent: 1, asked: 'Pay 2 EUR?' });
		const html = await (await page.get()).text();
		expect(html).toContain('The question is in the SMS');
		expect(html).not.toMatch(/Pay\b/);
		expect((await page.post({ answer: 'approve' })).status).toBe(200);
	},
);
