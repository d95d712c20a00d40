import assert from 'node:assert/strict';
import { checkRows } from '../../examples/stage.mts';
import { describeNode, operationsOf } from '../lib/described.mts';
import { untilTaken } from '../lib/editor.mts';
import { Form } from '../lib/form.mts';
import { executeStep, type Row } from '../lib/output.mts';
import { openFreshNode, parametersOf, type World } from '../lib/world.mts';

/** What is done with one operation in the editor, and what must come of it. */
interface Scene {
	/** Puts into the service what the operation is about. */
	prepare?(world: World): void;
	fill(form: Form, world: World): Promise<void>;
	/** The calls that the step must make, where it matters. */
	methods?: string[];
	/** What the first of them must have sent, beside other parameters. */
	sent?: Record<string, unknown>;
	/** The rows that the output must show, which may have other fields. */
	rows?: Row[];
	/** What can be told only afterwards. */
	check?(rows: Row[], world: World): void;
	picture?(world: World): Promise<void>;
}

/** The scenes of a node by `Resource: Operation`, as the lists of the editor name them. */
export type Scenes = Record<string, Scene>;

/** Chooses each operation of a node by hand, fills in its fields and executes the step. */
export async function checkOperations(world: World, type: string, scenes: Scenes): Promise<void> {
	const { page, service, checks } = world;
	const description = await describeNode(world.session, type);
	const operations = operationsOf(description);
	await checks.check(`${description.displayName}: every operation has a check`, () => {
		const titles = operations
			.map(({ title }) => title)
			// It waits for a person, and has checks of its own.
			.filter((title) => title !== 'Message: Send and Wait for Response');
		assert.deepEqual(Object.keys(scenes).sort(), titles.sort());
	});
	for (const { title, resource, operation, action } of operations) {
		const scene = scenes[title];
		if (scene === undefined) continue;
		await checks.check(`${description.displayName}, ${title}`, async () => {
			scene.prepare?.(world);
			await openFreshNode(world, { type, name: action });
			const form = new Form(page);
			await form.choose('resource', resource);
			await form.choose('operation', operation);
			await untilTaken(page);
			await scene.fill(form, world);

			const before = service.calls.length;
			const { execution, rows, text } = await executeStep(world);
			assert.equal(execution.status, 'success', text);
			const calls = service.calls.slice(before);
			const methods = calls.map(({ method }) => method);
			if (scene.methods) assert.deepEqual(methods, scene.methods);
			if (scene.sent) checkRows([parametersOf(calls[0])], [scene.sent], 'the first call');
			if (scene.rows) checkRows(rows, scene.rows, 'output');
			scene.check?.(rows, world);
			await scene.picture?.(world);
		});
	}
}
