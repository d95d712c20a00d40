// `npm run e2e -- retry`: n8n is killed while it sends, and somebody clicks on Retry, twice.
import assert from 'node:assert/strict';
import type { CallRecord } from '../../service/index.mts';
import { hasEnded } from '../lib/executions.mts';
import { installInto } from '../lib/package.mts';
import { step, until } from '../lib/progress.mts';
import { conduct } from '../lib/run/conduct.mts';
import { post } from '../lib/webhooks.mts';
import { smsFrom } from '../traffic/messages.mts';
import { counts, doubled, outcomesOf } from '../traffic/outcomes.mts';
import { publishAll } from '../traffic/publish.mts';
import { plainSendWorkflow, sendWorkflow } from '../traffic/workflows.mts';

const PEOPLE = 200;
/** n8n is killed when the service was called for so many. */
const CALLED = 60;
/** So slow that calls are under way then. */
const ANSWER_MS = 150;
/**
 * Send Once Keys are claimed 25 at once, and up to four times as many ahead. A claim that the kill cuts off does not tell
 * whose the keys are, so their messages come out as unknown and are not sent.
 */
const MOST_CLAIMED = 125;

conduct(async (run) => {
	const userFolder = await run.folder();
	await installInto([userFolder]);
	const service = await run.service();
	const n8n = await run.n8n({ userFolder, port: 5894 });
	const { session, workflows } = await publishAll(n8n.url, service, [
		plainSendWorkflow,
		sendWorkflow,
	]);
	const isSend = ({ method }: CallRecord) => method === 'Message/SendSmsMessage';
	const called = () => service.calls.filter(isSend).length;
	service.faults.delay = ANSWER_MS;

	for (const [nth, workflow] of workflows.entries()) {
		const path = nth === 0 ? 'send-plain' : 'send';
		const messages = smsFrom(nth * PEOPLE + 1, PEOPLE);
		const isOne = (to: string) => messages.some((message) => message.to === to);
		const before = called();
		await post(n8n.url, path, { messages });
		await until(`${CALLED} calls`, async () => called() >= before + CALLED, { interval: 10 });
		await n8n.kill();
		await n8n.start();
		const rows = async () => await session.listExecutions(workflow.id);
		await until('The end', async () => (await rows()).every(hasEnded), { timeout: 60_000 });
		const [{ id, status }] = await rows();
		console.log(
			`  killed ${workflow.name}: ${JSON.stringify({ status, called: called() - before })}`,
		);
		for (const click of ['one click', 'a second click']) {
			// n8n answers when the retry has ended.
			const retry = () => session.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
			await step(`${workflow.name}: ${click} on Retry`, retry);
			const outcomes = outcomesOf(await session.readHistory(workflow));
			const last = [...outcomes.values()].flatMap((all) => all.slice(0, 1));
			const said = counts(last.map(({ kind }) => kind));
			const unknown = nth === 0 ? 0 : (said.unknown ?? 0);
			const taken = [...service.store.messages.all()].filter(({ to }) => isOne(to));
			const reached = new Set(taken.map(({ to }) => to)).size;
			console.log(`  ${JSON.stringify({ said, taken: taken.length, reached })}`);
			await run.checks.check(`${workflow.name}, after ${click}: nobody got it twice`, () =>
				assert.deepEqual(doubled(service, outcomes, isOne), []),
			);
			const all = `all ${PEOPLE} got it${nth === 0 ? '' : ', but those whose key was just claimed'}`;
			await run.checks.check(`${workflow.name}, after ${click}: ${all}`, () => {
				assert.equal(reached, PEOPLE - unknown);
				assert.ok(unknown <= MOST_CLAIMED, `${unknown} unknown`);
			});
		}
	}
});
