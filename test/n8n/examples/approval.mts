import assert from 'node:assert/strict';
import { endedWell } from '../lib/session.mts';
import { eventually, until } from '../lib/progress.mts';
import { postWebhook, withNode, type SavedWorkflow } from '../lib/workflows.mts';
import { nextQuestion, type QuestionPage } from './standIns.mts';
import { checkRows, only, type Play } from './stage.mts';

const ENDS = ['Pay', 'Tell the customer', 'Ask somebody else'];

/** Asks by SMS four times: approved, declined, opened by a robot and answered twice, and not answered. */
export const checkApproval: Play = async (stage) => {
	const { session, service, n8nUrl } = stage;
	const workflow = await stage.save();
	const played = async (
		saved: SavedWorkflow,
		person: (page: QuestionPage, id: string) => Promise<void>,
	) => {
		const before = service.store.messages.size;
		const id = await session.startWorkflow(saved);
		const page = await nextQuestion(service, before);
		await session.untilWaiting(id);
		await person(page, id);
		const execution = endedWell(await session.waitForExecution(id));
		assert.equal(service.store.messages.size, before + 1, 'one question is one message');
		const [{ result }] = only(
			ENDS.map((name) => execution.items(name)).filter(({ length }) => length > 0),
			'end that was reached',
		);
		return { text: page.text, result: String(result) };
	};

	const approved = await played(workflow, async (page) => {
		const shown = await page.open();
		assert.equal(shown.status, 200);
		assert.match(shown.html, /Refund 120 EUR to Ann\?/);
		assert.match(shown.html, />Pay it<.*>Do not pay</s);
		for (const { status, html } of await page.forge()) {
			assert.equal(status, 401, 'a stranger is refused');
			assert.doesNotMatch(html, /Refund/);
		}
		assert.equal((await page.press('approve')).status, 200);
		await eventually(async () => assert.equal((await page.open()).status, 404, 'link deleted'));
	});
	assert.match(approved.result, /^paid/);
	assert.ok(approved.text.length <= 160, 'the question fits in one segment');

	const declined = await played(workflow, async (page, id) => {
		for (let n = 0; n < 3; n++) assert.equal((await page.open('robot')).status, 200);
		assert.equal((await page.press('decline')).status, 200);
		// The first answer counts. As soon as the workflow goes on, n8n itself answers the second.
		await session.waitForExecution(id);
		const second = await page.press('approve');
		assert.doesNotMatch(second.html, /Thank you/);
	});
	assert.match(declined.result, /^not paid/);

	const options = { askForCode: true, language: 'uk' };
	const coded = await stage.save({
		...withNode(stage.file, 'Ask the manager', { parameters: { options } }),
		name: 'With a code',
	});
	const codeIn = (text: string) => /Kod: (\d{4})$/.exec(text)?.[1] ?? '';
	const wrongOf = (code: string) => code.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`);
	const guessed = await played(coded, async (page, id) => {
		const code = codeIn(page.text);
		assert.match((await page.open()).html, /<html lang="uk">.*Код із SMS/s);
		assert.equal((await page.press('approve')).status, 400, 'no code');
		for (const status of [403, 403, 410]) {
			assert.equal((await page.press('approve', wrongOf(code))).status, status);
		}
		await session.waitForExecution(id);
		assert.doesNotMatch((await page.press('approve', code)).html, /Дякуємо/);
	});
	assert.match(guessed.result, /^not paid/);

	let said = '';
	const raced = await played(coded, async (page) => {
		await page.open();
		const code = codeIn(page.text);
		await page.press('approve');
		const pages = await Promise.all([page.press('decline', code), page.press('approve', code)]);
		const thanked = pages.map(({ html }) => /Дякуємо/.test(html));
		assert.equal(thanked.filter(Boolean).length, 1, 'one of two answers is thanked for');
		said = thanked[0] ? 'not paid' : 'paid';
	});
	assert.ok(raced.result.startsWith(said), `thanked for "${said}", but ${raced.result}`);

	const hurried = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const parameters = { options: { limitWaitTime: { values: hurried } } };
	const short = withNode(stage.file, 'Ask the manager', { parameters });
	const limited = await stage.save({ ...short, name: 'Short limit' });
	let late: QuestionPage | undefined;
	const expired = await played(limited, async (page) => void (late = page));
	assert.equal(expired.result, 'no answer in time');
	assert.doesNotMatch((await late?.open())?.html ?? '<button', /<button/, 'too late to answer');

	await session.activate(workflow);
	const before = service.store.messages.size;
	// Whoever asks cannot choose who decides.
	const refund = { customer: 'Bea', amount: '5 EUR', manager: '+7 701 555 06 02' };
	assert.equal((await postWebhook(n8nUrl, 'refund', refund, { key: 'guessed' })).status, 403);
	const messages = stage.listen();
	await postWebhook(n8nUrl, 'refund', refund);
	const page = await nextQuestion(service, before);
	checkRows(messages(), [{ to: '447700900600' }], 'questions');
	assert.match(page.text, /^Refund 5 EUR to Bea\?/);
	await eventually(async () => assert.equal((await page.press('approve')).status, 200));
	const [published] = await session.executionsOf(workflow, 1);
	assert.match(String(published.items('Pay')[0].result), /^paid/);

	await postWebhook(n8nUrl, 'refund', { customer: 'Bea', sum: '5 EUR' });
	const refused = await until('The refund without an amount', async () =>
		(await session.readHistory(workflow)).find(({ status }) => status === 'error'),
	);
	assert.match(String(refused.error?.message), /nothing in place of {{ \$json.amount }}/);
	assert.equal(messages().length, 1, 'nobody is asked to pay what nobody asked for');
};
