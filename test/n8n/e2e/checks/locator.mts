import assert from 'node:assert/strict';
import { until } from '../../lib/progress.mts';
import { methodsOf, parametersOf } from '../lib/calls.mts';
import { chooseFromList, listed, openList, scrollList, searchList } from '../lib/locator.mts';
import { executeStep } from '../lib/output.mts';
import { openFreshNode, type World } from '../lib/world.mts';

const COUNT = 120;
const GET = { resource: 'link', operation: 'get' };
const comment = (index: number) => `in the list ${String(index).padStart(3, '0')}`;

/** The list from which a link is chosen. */
export async function checkLocator(world: World): Promise<void> {
	const { page, checks, service, session } = world;
	for (let index = 1; index <= COUNT; index++) service.store.addLink({ comment: comment(index) });
	const all = [...service.store.links.all()].length;

	await checks.check(
		'Link locator: lists the newest first, and page by page to the end',
		async () => {
			await openFreshNode(world, { type: 'link', more: { parameters: GET } });
			const before = service.calls.length;
			await openList(page);
			assert.ok((await listed(page))[0].endsWith(comment(COUNT)));
			const whole = async () => {
				const names = await listed(page);
				if (names.length >= all) return names;
				await scrollList(page);
				return undefined;
			};
			const names = await until('The end of the list', whole, { timeout: 30_000 });
			assert.equal(new Set(names).size, all, 'every link is listed once');
			const calls = service.calls.slice(before);
			assert.deepEqual(new Set(methodsOf(calls)), new Set(['Link/List']));
			const pages = calls.map((call) => JSON.stringify(parametersOf(call).pagination));
			assert.equal(new Set(pages).size, pages.length, 'no page is asked for twice');
		},
	);

	await checks.check('Link locator: searches, and the link chosen is used', async () => {
		await openFreshNode(world, { type: 'link', more: { parameters: GET } });
		await openList(page);
		await searchList(page, comment(7));
		const found = async () => (await listed(page)).length === 1;
		await until('One link', found, { timeout: 10_000 });
		await chooseFromList(page, comment(7));
		const { rows, text } = await executeStep(page, session);
		assert.equal(rows[0]?.comment, comment(7), text);
	});
}
