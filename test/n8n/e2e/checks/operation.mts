import assert from 'node:assert/strict';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { CallRecord } from '../../../service/index.mts';
import {
	describeNode,
	displayedProperties,
	operationsOf,
	type NamedOperation,
} from '../lib/described.mts';
import { checkFields, checkHints } from './fields.mts';
import { Form } from '../lib/form.mts';
import { executeStep, type Row } from '../lib/output.mts';
import { openFreshNode, type World } from '../lib/world.mts';

/** What is done with one operation in the editor, and what must come of it. */
export interface Scene {
	/** `Resource: Operation`, as the lists of the editor name them. */
	title: string;
	/** Puts into the service what the operation is about. */
	prepare?(world: World): void;
	/** Fills the fields in. */
	fill(form: Form, world: World): Promise<void>;
	/** `calls` are those that the step has made. */
	check(rows: Row[], calls: CallRecord[], world: World): void;
	/** Takes a picture of the result, if there is to be one. */
	picture?(world: World): Promise<void>;
}

/** Chooses each operation of a node by hand, looks at its fields, fills them in and executes the step. */
export async function checkOperations(world: World, type: string, scenes: Scene[]): Promise<void> {
	const description = await describeNode(world.session, type);
	const operations = operationsOf(description);
	await world.checks.check(`${description.displayName}: every operation has a check`, async () => {
		const titles = operations
			.map(({ resource, operation }) => `${resource}: ${operation}`)
			// It waits for a person: `npm start` plays it, with a phone.
			.filter((title) => title !== 'Message: Send and Wait for Response');
		assert.deepEqual(scenes.map(({ title }) => title).sort(), titles.sort());
	});
	for (const operation of operations) {
		const title = `${operation.resource}: ${operation.operation}`;
		const scene = scenes.find((candidate) => candidate.title === title);
		if (scene === undefined) continue;
		await world.checks.check(`${description.displayName}, ${title}`, () =>
			play(world, description, operation, scene),
		);
	}
}

async function play(
	world: World,
	description: INodeTypeDescription,
	{ resource, operation, values, action }: NamedOperation,
	scene: Scene,
): Promise<void> {
	const { page, session, service } = world;
	scene.prepare?.(world);
	await openFreshNode(world, { type: description.name.split('.').at(-1) ?? '', name: action });
	const form = new Form(page);
	await form.choose('resource', resource);
	await form.choose('operation', operation);

	const expected = displayedProperties(description, values);
	await checkFields(form, expected);
	await scene.fill(form, world);
	await checkHints(form, expected);

	const before = service.calls.length;
	const { execution, rows, text } = await executeStep(page, session);
	assert.equal(execution.status, 'success', text);
	scene.check(rows, service.calls.slice(before), world);
	await scene.picture?.(world);
}
