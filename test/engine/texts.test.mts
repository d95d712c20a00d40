import type { INodeProperties } from 'n8n-workflow';

import { descriptionOf, fieldsIn } from './lib/descriptions.mts';
import { loadPackage } from './lib/package.mts';

/** All fields, those of collections too, by the node or credential and their path. */
const fields: Array<[place: string, field: INodeProperties]> = [];

beforeAll(async () => {
	for (const name of ['link', 'linkTrigger', 'message', 'messageTrigger'])
		fields.push(...fieldsIn((await descriptionOf(name)).properties, `${name}.`));
	const { properties } = (await loadPackage()).getCredential('mobizonSmsApi').type;
	fields.push(...fieldsIn(properties, 'credential.'));
}, 60_000);

/** n8n adds the schedule of a polling trigger by itself; a notice is a text of its own. */
const isOurs = (place: string) => !/\.(pollTimes|notice)\b/.test(place);

/** The places whose field is not as it should be. */
const places = (isWrong: (field: INodeProperties) => boolean): string[] =>
	fields.filter(([place, field]) => isOurs(place) && isWrong(field)).map(([place]) => place);

// The editor keeps the order; n8n's lint does not see collections that are put together.
test('the options of a collection are in order of their names', () => {
	const named = fields.flatMap(([place, { type, options = [] }]) =>
		type === 'collection'
			? [[place, options.map((option) => ('displayName' in option ? option.displayName : ''))]]
			: [],
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named).toEqual(named.map(([place, names]) => [place, [...names].sort(byName)]));
});

const byName = (a: string, b: string) => a.toLowerCase().localeCompare(b.toLowerCase());

/** Fields that explain themselves: n8n wants no text at "Trigger On", and a collection has its fields. */
const PLAIN = ['resource', 'operation', 'triggerOn'];
const isPlain = ({ name, type }: INodeProperties) => PLAIN.includes(name) || type === 'collection';

test('every field says what it is', () => {
	expect(fields.length).toBeGreaterThan(70);
	expect(places((field) => !isPlain(field) && (field.description ?? '').length < 15)).toEqual([]);
});

// The lint does not see texts that are put together.
test('a text of one sentence has no full stop, one of several has', () => {
	const isWrong = (text = '') =>
		/[.!?]\s+[A-Z\d]/.test(text) ? !text.endsWith('.') : text.endsWith('.');
	expect(places(({ description, hint }) => isWrong(description) || isWrong(hint))).toEqual([]);
});

// In the editor's list no other value can be typed (read in n8n 2.41.1).
test('a choice that takes other values says how they are given', () => {
	const isUntold = ({ allowArbitraryValues, description = '' }: INodeProperties) =>
		allowArbitraryValues === true && !description.includes('An expression may also give others');
	expect(places(isUntold)).toEqual([]);
});

test('every date says in which time zone it is meant', () => {
	expect(places(({ type }) => type === 'dateTime').length).toBeGreaterThan(10);
	const isClear = ({ description, hint }: INodeProperties) =>
		[description, hint].every((text) => text?.includes('time zone of the'));
	expect(places((field) => field.type === 'dateTime' && !isClear(field))).toEqual([]);
});

// n8n asks for actions without articles; its lint does not look.
test('no action has an article', () => {
	const actions = fields.flatMap(([, { options = [] }]) =>
		options.flatMap((option) => ('action' in option ? (option.action ?? []) : [])),
	);
	expect(actions.length).toBeGreaterThan(20);
	expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
});

test('an example in an empty field is marked as one', () => {
	const isMarked = ({ placeholder = '' }: INodeProperties) => /^(e\.g\. .+)?$/.test(placeholder);
	const isExample = ({ type }: INodeProperties) => type === 'string' || type === 'number';
	expect(places((field) => isExample(field) && !isMarked(field))).toEqual([]);
});
