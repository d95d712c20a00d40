// `npm run e2e -- retry`: n8n is killed while it sends, or a node fails between two messages, and somebody clicks on
// Retry, twice.
import assert from 'node:assert/strict';
import type { CallRecord } from '../../service/index.mts';
import { step, until } from '../lib/progress.mts';
import { conduct } from '../lib/run.mts';
import { chain, mobizonNode, post, type WorkflowFile } from '../lib/workflows.mts';
import * as load from '../traffic/load.mts';
import { audit, counts, settled } from '../traffic/audit.mts';

const PEOPLE = 200;
/** n8n is killed when the service was called for so many. */
const CALLED = 60;
/** So slow that calls are under way then. */
const ANSWER_MS = 150;
/**
 * So many Send Once Keys are claimed at once. A claim that the kill cuts off does not tell whose the keys are, so their
 * messages come out as unknown and are not sent.
 */
const MOST_CLAIMED = 100;

const REMINDED = '77015550931';

/** Sends one person the same twice, with a list in between. */
function remindWorkflow(credentialId: string): WorkflowFile {
	const text = 'Your table is booked';
	const list = { resource: 'message', operation: 'getAll', limit: 1 };
	const message = { resource: 'message', operation: 'send', recipient: REMINDED, text };
	const nodes = [
		load.webhook('remind'),
		mobizonNode(credentialId, 'Send', 'message', message),
		mobizonNode(credentialId, 'List', 'message', list),
		mobizonNode(credentialId, 'Send again', 'message', message),
	];
	return { name: 'Remind', nodes, connections: chain(nodes) };
}

conduct(async (run) => {
	const world = await load.startRegular(run, [
		load.plainSendWorkflow,
		load.sendWorkflow,
		remindWorkflow,
	]);
	const { session, service, n8n, checks } = world;
	const [plain, keyed, remind] = world.workflows;
	const isSend = ({ method }: CallRecord) => method === 'Message/SendSmsMessage';
	const called = () => service.calls.filter(isSend).length;

	for (const [nth, workflow] of [plain, keyed].entries()) {
		const path = nth === 0 ? 'send-plain' : 'send';
		const messages = load.smsFrom(nth * PEOPLE + 1, PEOPLE);
		const isOne = (to: string) => messages.some((message) => message.to === to);
		const before = called();
		service.faults.delay = ANSWER_MS;
		await post(n8n.url, path, { messages });
		await until(`${CALLED} calls`, async () => called() >= before + CALLED, { interval: 10 });
		await n8n.kill();
		console.log(`  killed ${workflow.name} after ${called() - before} calls`);
		service.faults.delay = 0;
		await n8n.start();
		const [{ id }] = await settled(session, workflow);
		for (const click of ['one click', 'a second click']) {
			const when = `${workflow.name}, after ${click} on Retry`;
			await step(when, () => session.retry(id));
			const { outcomes, accepted } = await audit(world, workflow, when, isOne);
			const last = [...outcomes.values()].flatMap((all) => all.slice(0, 1));
			const unknown = nth === 0 ? 0 : (counts(last.map(({ kind }) => kind)).unknown ?? 0);
			const all = `all ${PEOPLE} got it${nth === 0 ? '' : ', but those whose key was just claimed'}`;
			await checks.check(`${when}: ${all}`, () => {
				assert.equal([...accepted.keys()].filter(isOne).length, PEOPLE - unknown);
				assert.ok(unknown <= MOST_CLAIMED, `${unknown} unknown`);
			});
		}
	}

	service.faults.add({ method: 'Message/List', kind: { code: 9 } });
	await post(n8n.url, 'remind', {});
	const [{ id }] = await settled(session, remind);
	for (const click of ['one click', 'a second click']) {
		await step(`${remind.name}, after ${click} on Retry`, () => session.retry(id));
		await settled(session, remind);
		await checks.check(`${remind.name}, after ${click} on Retry: both messages went out`, () => {
			const sent = [...service.store.messages.all()].filter(({ to }) => to === REMINDED);
			assert.equal(sent.length, 2);
		});
	}
});
