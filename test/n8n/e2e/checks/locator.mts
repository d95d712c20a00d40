import assert from 'node:assert/strict';
import { until } from '../../lib/progress.mts';
import { executeStep } from '../lib/output.mts';
import { methodsOf, openFreshNode, parametersOf, type World } from '../lib/world.mts';

const COUNT = 120;
const parameters = { resource: 'link', operation: 'get' };
const comment = (index: number) => `in the list ${String(index).padStart(3, '0')}`;

/** The list from which a link is chosen. */
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
