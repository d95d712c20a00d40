import assert from 'node:assert/strict';
import { until } from '../../lib/progress.mts';
import { executeStep, startedBy } from '../lib/output.mts';
import { methodsOf, openFreshNode, parametersOf, type World, openIn } from '../lib/world.mts';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { endedWell } from '../../lib/session.mts';
import { chain, MANUAL_TRIGGER, mobizonNode, node } from '../../lib/workflows.mts';
import { Form } from '../lib/form.mts';

const SEND = { resource: 'message', operation: 'send' };

const COUNT = 120;
const parameters = { resource: 'link', operation: 'get' };
const comment = (index: number) => `in the list ${String(index).padStart(3, '0')}`;

export async function checkLocator(world: World): Promise<void> {
	const { page, checks, service } = world;
	const { links } = service.store;
	for (let index = 1; index <= COUNT; index++) service.store.addLink({ comment: comment(index) });
	/** The codes of all links but those that lead to a question, which nobody may open from here. */
	const offered = () =>
		[...links.all()]
			.filter(({ fullLink }) => !fullLink.includes('/webhook-waiting/'))
			.map(({ code }) => code);
	const entries = page.getByTestId('rlc-item');
	const listed = async () => (await entries.allInnerTexts()).map((text) => text.trim());
	const openList = async () => {
		await openFreshNode(world, { type: 'link', parameters });
		await page.getByTestId('rlc-input').click();
		await entries.first().waitFor();
	};

	const pages = 'Link locator: lists the newest first, and page by page to the end';
	await checks.check(pages, async () => {
		const before = service.calls.length;
		await openList();
		assert.ok((await listed())[0].endsWith(comment(COUNT)));
		const isWhole = async () => {
			if ((await listed()).length >= offered().length) return true;
			// Makes the editor ask for more.
			await entries.last().scrollIntoViewIfNeeded();
			return false;
		};
		await until('The end of the list', isWhole);
		const codes = (await listed()).map((text) => text.split(':')[0]);
		assert.deepEqual(codes.sort(), offered().sort(), 'every link is listed once');
		const calls = service.calls.slice(before);
		assert.deepEqual(new Set(methodsOf(calls)), new Set(['Link/List']));
		const asked = calls.map((call) => JSON.stringify(parametersOf(call).pagination));
		assert.equal(new Set(asked).size, asked.length, 'no page is asked for twice');
	});

	await checks.check('Link locator: searches, and the link chosen is used', async () => {
		await openList();
		await page.getByTestId('rlc-search').fill(comment(7));
		const found = async () => (await listed()).length === 1;
		await until('One link', found);
		await entries.filter({ hasText: comment(7) }).click();
		const { rows, text } = await executeStep(world);
		assert.equal(rows[0]?.comment, comment(7), text);
	});
}

export async function checkErrors(world: World): Promise<void> {
	const { page, checks, service } = world;

	const stops = 'Errors: the workflow stops, and says what was sent and what was not';
	await checks.check(stops, async () => {
		const items = [{ phone: '77010000041' }, { phone: '7700' }];
		const parameters = { ...SEND, text: 'Hi', recipient: '={{ $json.phone }}' };
		await openFreshNode(world, { type: 'message', items, parameters });
		const before = service.store.messages.size;
		const { execution, text } = await executeStep(world);
		assert.equal(execution.status, 'error');
		const sent = service.store.messages.size - before;
		const says = `${sent} of 2 messages accepted; item 2: "Recipient" is too short`;
		assert.ok(text.includes(says), text);
	});

	// Raw errors of the network hold the address of the call, and with it the key.
	await checks.check('Errors: a broken connection is shown without the key', async () => {
		const parameters = { resource: 'link', operation: 'create', fullLink: 'https://example.com' };
		await openFreshNode(world, { type: 'link', parameters });
		service.faults.add({ method: 'Link/Create', kind: { drop: 'after' } });
		const { execution, text } = await executeStep(world);
		assert.equal(execution.status, 'error');
		assert.match(text, /connection broke/);
		assert.ok(!(await page.content()).includes(DEFAULT_KEY));
	});
}

const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** The send node as a tool of an AI agent: n8n executes it with what a model would have filled in. */
export async function checkTool(world: World): Promise<void> {
	const { page, checks, session, service } = world;
	await checks.check('AI tool: sends what the model fills in', async () => {
		const agent = node('Agent', AGENT, {}, { typeVersion: 2.2, position: [240, 0] });
		const tool = mobizonNode(world.credentialId, 'Tool', 'messageTool', SEND, {
			position: [340, 220],
		});
		const nodes = [node('Start', MANUAL_TRIGGER), agent];
		const asTool = { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] };
		const connections = { ...chain(nodes), [tool.name]: asTool };
		await openIn(world, { name: 'Tool', nodes: [...nodes, tool], connections }, tool.name);
		const form = new Form(page);
		await form.leaveToModel('recipient');
		await form.leaveToModel('text');
		await page.getByTestId('node-execute-button').click();
		const modelSays = page.getByRole('dialog').filter({ hasText: 'Test Tool' }).last();
		await modelSays.locator('input').first().fill('77010000051');
		await modelSays.locator('input').last().fill('Sent by a tool');
		const before = service.calls.length;
		const execute = modelSays.getByTestId('execute-workflow-button');
		const id = await startedBy(page, () => execute.click());
		endedWell(await session.waitForExecution(id));
		const sent = service.calls.slice(before).map(parametersOf);
		assert.equal(sent.length, 1);
		assert.equal(sent[0].recipient, '77010000051');
		assert.equal(sent[0].text, 'Sent by a tool');
		await page.getByTestId('output-panel').getByText('statusText').first().waitFor();
	});
}
