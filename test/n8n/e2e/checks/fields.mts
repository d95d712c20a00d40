import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties } from 'n8n-workflow';
import { until } from '../../lib/progress.mts';
import { findProperty, offeredBy } from '../lib/described.mts';
import type { Form } from '../lib/form.mts';

/** The right fields and only those, in their order; and every field that can be added. */
export async function checkFields(form: Form, expected: INodeProperties[]): Promise<void> {
	const wanted = expected.map(({ name }) => name);
	const asWanted = async () => isDeepStrictEqual(await form.topNames(), wanted);
	await until('The fields', asWanted, { timeout: 5_000 }).catch(async () =>
		assert.deepEqual(await form.topNames(), wanted),
	);
	for (const collection of expected.filter((property) => property.type === 'collection')) {
		// A collection of one field has no list.
		if (offeredBy(collection).length === 1) continue;
		assert.deepEqual(await form.offers(collection.name), offeredBy(collection), collection.name);
		await form.closeList();
	}
}

/** Every field on show has its hint, and the line below it where there is to be one. */
export async function checkHints(form: Form, expected: INodeProperties[]): Promise<void> {
	for (const name of await form.names()) {
		const property = findProperty(expected, name);
		assert.ok(property, `a field that the node does not describe: ${name}`);
		if (property.hint) assert.ok(await form.hasNote(name, property.hint), `note of ${name}`);
		if (property.description === undefined || property.name === 'operation') continue;
		assert.equal(await form.hint(name), property.description, `hint of ${name}`);
	}
}
