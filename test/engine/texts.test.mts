import type { INodeProperties } from 'n8n-workflow';

import { engine } from './lib/engine.mts';

/** All fields, those of collections too, by the node or credential and their path. */
const fields = new Map<string, INodeProperties>();

function collect(properties: INodeProperties[], path: string): void {
	// n8n adds the schedule of a polling trigger by itself; a notice is a text of its own.
	for (const field of properties.filter(({ name }) => !['pollTimes', 'notice'].includes(name))) {
		const place = `${path}.${field.name}`;
		const shown = field.displayOptions?.show;
		fields.set(`${place} (${[shown?.resource, shown?.operation].flat().join()})`, field);
		for (const option of field.options ?? []) {
			if ('values' in option) collect(option.values, place);
			else if ('type' in option) collect([option], place);
		}
	}
}

beforeAll(async () => {
	const { loader } = await engine();
	for (const name of ['link', 'linkTrigger', 'message', 'messageTrigger']) {
		const { description } = loader.getNode(name).type;
		if ('properties' in description) collect(description.properties, name);
	}
	collect(loader.getCredential('mobizonSmsApi').type.properties, 'credential');
}, 60_000);

/** The places whose field is not as it should be. */
const places = (isWrong: (field: INodeProperties) => boolean): string[] =>
	[...fields].filter(([, field]) => isWrong(field)).map(([place]) => place);

/** Fields that explain themselves: n8n wants no text at "Trigger On", and a collection has its fields. */
const PLAIN = ['resource', 'operation', 'triggerOn'];
const isPlain = ({ name, type }: INodeProperties) => PLAIN.includes(name) || type === 'collection';

test('every field says what it is', () => {
	expect(fields.size).toBeGreaterThan(70);
	expect(places((field) => !isPlain(field) && (field.description ?? '').length < 15)).toEqual([]);
});

// The lint does not see texts that are put together.
test('a text of one sentence has no full stop, one of several has', () => {
	const isWrong = (text = '') =>
		/[.!?]\s+[A-Z\d]/.test(text) ? !text.endsWith('.') : text.endsWith('.');
	expect(places(({ description }) => isWrong(description))).toEqual([]);
	expect(places(({ hint }) => isWrong(hint))).toEqual([]);
});

test('every date says in which time zone it is meant', () => {
	const dates = [...fields].filter(([, { type }]) => type === 'dateTime');
	expect(dates.length).toBeGreaterThan(10);
	for (const [place, { description, hint }] of dates) {
		expect({ place, description, hint }).toEqual({
			place,
			description: expect.stringContaining('time zone of the'),
			hint: expect.stringContaining('time zone of the'),
		});
	}
});

test('an example in an empty field is marked as one', () => {
	const isExample = ({ type }: INodeProperties) => type === 'string' || type === 'number';
	expect(
		places((field) => isExample(field) && !/^(e\.g\. .+)?$/.test(field.placeholder ?? '')),
	).toEqual([]);
});
