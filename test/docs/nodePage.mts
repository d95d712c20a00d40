import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { descriptionOf, fieldsOf, offered } from '../engine/lib/descriptions.mts';
import { scenarioOf, fileOf } from '../operations/index.mts';
import type { Schema } from '../schemas/schema.mts';

/** A value for each field of an output, by its name. */
const VALUES: Values = {
	...{ id: 400001, linkId: 400001, campaignId: 90001, messageId: 70000000001 },
	...{ approved: true, deleted: true, final: true, updated: true },
	...{ status: 2, statusText: 'sent', outcome: 'accepted', moderatorStatus: 1 },
	...{ previousStatus: 'ACCEPTD', eventId: '70000000001:DELIVRD', deliveryReport: null },
	...{ clicks: 12, clickCnt: 12, newClicks: 3, previousClickCnt: 9 },
	...{ redirects: 12, redirectCnt: 12, period: '2026-11-20' },
	...{ recipient: '77011234567', to: '77011234567', countryA2: 'KZ', operatorName: 'Beeline' },
	...{ from: 'MyShop', text: 'Your order 1234 has left our shop' },
	...{ segments: 1, segNum: 1, characters: 36, encoding: 'GSM-7', nonGsmCharacters: [] },
	...{ code: 'abcd', shortLink: 'https://mbzn.co/abcd' },
	...{ fullLink: 'https://example.com/spring-sale', comment: 'spring-sale +77011234567' },
	...{ createTs: '2026-11-20 09:30:00', expirationDate: '2026-12-31' },
	...{ startSendTs: '2026-11-20 09:30:58', statusUpdateTs: '2026-11-20 09:31:04' },
	respondedAt: '2026-11-20T04:42:10.000Z',
};

/** Fields that an output has only at times, with when. */
const AT_TIMES: Readonly<Record<string, string>> = {
	country: 'or `campaign`, `day`, `operator`, `status`: what is grouped by',
	deletedTs: 'of a link that is deleted',
	queued: 'true where the service only queued the call',
	taskId: 'of a queued call',
	deferredToTs: 'when a deferred message goes out, in the zone of the account',
	deferredTo: 'the same moment, ISO with an offset',
	recovered: 'true where the message was found afterwards',
	skipped: 'true where `outcome` is `skipped`',
	reason: '`optedOut` where Skip Recipients has the number',
	deliveryReport: 'with Wait for Delivery',
	countryA2: 'with the option With Number Info',
	operatorName: 'with the option With Number Info',
	incomplete: 'true with Accept Incomplete List, where rows are missing',
};

/**
 * What an operation puts out, as an example made from its output fields, and what it has only at times.
 *
 * @param choice node.resource.operation, or the name of a trigger
 * @throws Error for an operation that is not known, and for fields without a value
 */
export function sample(choice: string): { json: string; also: string } {
	const { output, sample: own = {}, atTimes } = scenarioOf(choice);
	const when = { ...AT_TIMES, ...atTimes };
	const isAtTimes = (field: string) => Object.hasOwn(when, field);
	const always = Object.fromEntries(Object.entries(output).filter(([field]) => !isAtTimes(field)));
	const missing: string[] = [];
	const example = exampleOf(always, { ...VALUES, ...own }, missing);
	if (missing.length > 0)
		throw new Error(`${fileOf(choice)}: put values for ${missing.join(', ')} into its \`sample\``);
	const rest = Object.keys(output)
		.filter(isAtTimes)
		.map((field) => `\`${field}\` (${when[field]})`);
	return {
		json: `\`\`\`json\n${JSON.stringify(example, null, '  ')}\n\`\`\``,
		also: rest.length > 0 ? `Sometimes also ${rest.join(', ')}.` : '',
	};
}

const codes = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');

type Values = Readonly<Record<string, unknown>>;

/** @param missing takes the fields without a value */
const exampleOf = (properties: Record<string, Schema>, values: Values, missing: string[]): Values =>
	Object.fromEntries(
		Object.entries(properties).map(([field, schema]) => {
			if ('properties' in schema) return [field, exampleOf(schema.properties, values, missing)];
			if (!Object.hasOwn(values, field)) missing.push(field);
			return [field, values[field]];
		}),
	);

/** Values of a choice are named up to this number; more, as of countries, are seen in the editor. */
const MOST_VALUES = 7;

/**
 * What the reference page of a node says of its operations or, for a trigger, of itself, from the description that
 * n8n shows. What a page has said before it does not say again.
 */
export async function nodePage(node: string): Promise<string> {
	const description = await descriptionOf(node);
	const type = `${node[0].toUpperCase()}${node.slice(1)}`;
	const once = placesOfTexts();
	const operations = offered(description);
	if (operations.length === 0) return section(triggerFields(description), type, '', once);
	return operations
		.map(({ choice, resource, name, description: purpose }) => {
			const title = `${resource}: ${name}`;
			const body = section(fieldsOf(description, choice), `${type}.${choice}`, title, once);
			return `## ${title}\n\n${String(purpose)}.\n\n${body}`.replace(/\.\.\n/g, '.\n');
		})
		.join('\n\n');
}

/** Remembers where each text of a page stands, and gives a link to it where it stands already. */
function placesOfTexts() {
	const places = new Map<string, string>();
	return (text: string, title: string): string | undefined => {
		const place = places.get(text);
		if (place === undefined) places.set(text, title);
		return place && `[${place}](#${place.toLowerCase().replace(':', '').replace(/ /g, '-')})`;
	};
}

/** n8n adds the schedule of a trigger by itself, and a notice is no parameter. */
const triggerFields = ({ properties }: INodeTypeDescription): INodeProperties[] =>
	properties.filter(({ name, type }) => name !== 'pollTimes' && type !== 'notice');

/** Parameters, a sample of what comes out, and what goes wrong most. */
function section(
	fields: INodeProperties[],
	choice: string,
	title: string,
	once: ReturnType<typeof placesOfTexts>,
): string {
	const isSimple = ({ type }: INodeProperties) => !/ollection$/.test(type);
	const lines = [
		fields.filter(isSimple).map(shown).join(', '),
		...fields
			.filter((field) => !isSimple(field))
			.map((field) => {
				const place = once(`${field.name} ${inner(field)}`, title);
				const own = `**${field.displayName}** (\`${pathOf(field)}\`)`;
				return `${own}: ${place === undefined ? inner(field) : `as for ${place}`}`;
			}),
	];
	const { json, also } = sample(choice);
	const { instead = [], mistakes: known } = scenarioOf(choice);
	const others = instead.map((other) => `With ${other.choice}: ${codes(other.columns)}.`);
	const place = once(json, title);
	const isSame = once(json + also, title) !== undefined;
	const mistakes = Object.entries(known)
		.map(([mistake, instead]) => `- ${mistake}. Instead: ${instead}.`)
		.filter((line) => once(line, title) === undefined);
	return [
		lines.map((line) => `- ${line}.`).join('\n'),
		place === undefined ? `Output:\n\n${json}` : `Output: that of ${place}.`,
		isSame ? '' : also,
		...others,
		`Common mistakes:\n\n${mistakes.join('\n')}`,
	]
		.filter(Boolean)
		.join('\n\n');
}

/** A field by both of its names, with the values that can be chosen. */
function shown(field: INodeProperties): string {
	const { displayName, name, type, required } = field;
	if (type === 'fixedCollection') return `${displayName} (\`${pathOf(field)}\`: ${inner(field)})`;
	const values = /ptions$/.test(type) ? choices(field) : [];
	const all = [`\`${name}\``, values.length <= MOST_VALUES ? values.join(', ') : ''];
	return `${displayName} (${all.filter(Boolean).join(': ')}${required ? '; required' : ''})`;
}

/** A fixed collection has its fields in a group. */
const pathOf = ({ name, type, options = [] }: INodeProperties): string =>
	type === 'fixedCollection' ? `${name}.${options[0].name}` : name;

const inner = ({ options = [] }: INodeProperties): string =>
	options
		.flatMap((option) => ('values' in option ? option.values : 'type' in option ? [option] : []))
		.map(shown)
		.join(', ');

const choices = ({ options = [] }: INodeProperties): string[] =>
	options.flatMap((option) => {
		if (!('value' in option)) return [];
		const value = `\`${option.value}\``;
		return /\d/.test(value) ? `${option.name} ${value}` : value;
	});
