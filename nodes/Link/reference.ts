import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { isForValue, NoResponse, ServiceRefusal } from '../shared/api/faults';
import { readNotEmpty } from '../shared/api/list';
import { settle } from '../shared/api/promises';
import { CODES } from '../shared/api/resultCodes';
import type { Service } from '../shared/api/service';
import { idText, isRecord, plain, record, type Row } from '../shared/api/wire';
import type { ItemParameters } from '../shared/input/itemParameters';
import { id, plainText, quote, Refusal, text } from '../shared/input/parse';
import { Failure } from '../shared/operation/nodeError';
import { gather } from '../shared/operation/gather';
import type { Asked, Run } from '../shared/operation/run';

/** n8n checks the field with the sources of these, so without flags. */
const CODE = /^\s*[\w-]{1,100}\s*$/;
const SHORT_LINK =
	/^[\s"(<[«“„]*([Hh][Tt][Tt][Pp][Ss]?:\/\/)?([^\s/:"(<[«“„][^\s/:]*(?::\d+)?\/[^\s/?#]\S*)\s*$/;

/** What stands behind an address in a sentence. */
const BEHIND = /(?<![.,;:!?…'"’“”»)>\]])[.,;:!?…'"’“”»)>\]]+$/;

const CODE_ADVICE = 'The code is the part after the last slash, such as abcd';
const SHORT_LINK_ADVICE = 'Use the whole address, such as https://mbzn.co/abcd';

const check = (pattern: RegExp, errorMessage: string): INodePropertyMode['validation'] => [
	{ type: 'regex', properties: { regex: pattern.source, errorMessage } },
];

export const linkLocator: INodeProperties = {
	displayName: 'Link',
	name: 'link',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'Short link: chosen from the list, or given by its ID (400001), its code (abcd) or its URL (https://mbzn.co/abcd)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a link...',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 400001',
			validation: check(/^\s*\d+\s*$/, 'An ID is a whole number, such as 400001'),
		},
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. abcd',
			validation: check(CODE, CODE_ADVICE),
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://mbzn.co/abcd',
			validation: check(SHORT_LINK, SHORT_LINK_ADVICE),
		},
	],
};

/** @throws Refusal for what is no ID, code or short link */
export function readLocator(item: ItemParameters): LinkReference {
	return item.required('link', (locator) => {
		const { mode, value } = asLocator(locator);
		if (value === '')
			throw new Refusal(
				'is empty',
				'Choose a link, or give its ID, code or URL. In an expression, check the name of the column.',
			);
		const given = String(value);
		// A model that fills in the field, which shows the list at first, writes what it knows.
		const isFree = mode === 'list' && /[a-z]/i.test(given);
		// The editor makes By ID of whatever is dragged onto the list.
		const isAddress = isFree ? given.includes('/') : /^https?:\/\//i.test(given);
		if (mode === 'url' || isAddress) return { shortLink: shortLink(value) };
		if (mode === 'code' || isFree) return { code: code(value) };
		return { id: id(value) };
	});
}

/** Locators are objects; an expression or an AI agent may also give a bare ID. */
function asLocator(value: unknown): { mode: string; value: unknown } {
	if (!isRecord(value) || !('value' in value)) return { mode: 'id', value };
	const inner = typeof value.value === 'string' ? plainText(value.value) : value.value;
	return { mode: String(value.mode), value: inner ?? '' };
}

/** @throws Refusal for text that is not of this form: `what` continues "is not the" */
function matched(value: unknown, pattern: RegExp, what: string, advice: string): RegExpExecArray {
	const given = text({ max: 2000 })(value);
	const found = pattern.exec(given);
	if (found) return found;
	throw new Refusal(`is not the ${what} of a short link: ${quote(given)}`, `${advice}.`);
}

const code = (value: unknown): string => matched(value, CODE, 'code', CODE_ADVICE)[0];

/** As it stands in a text message it has no scheme; the service knows it with one. */
function shortLink(value: unknown): string {
	const [, scheme = 'https://', rest] = matched(value, SHORT_LINK, 'address', SHORT_LINK_ADVICE);
	return `${scheme.toLowerCase()}${rest.replace(BEHIND, '')}`;
}

export type LinkReference = { id: string } | { code: string } | { shortLink: string };

const METHOD = 'Link/Get';

/**
 * An address is tried as given, then by the code at its end, because the service may write its short links
 * differently: with the other scheme, or with a path before the code.
 *
 * @throws ServiceRefusal (code 2) when there is no such link; Failure when the service finds another one: it
 * may compare codes without regard to case
 */
export async function readLink(service: Service, reference: LinkReference): Promise<Row> {
	if ('id' in reference) return await get(service, reference);
	if ('code' in reference) return exact(await get(service, reference), [reference.code]);
	const [host, ...path] = partsOf(reference.shortLink);
	const known = await settle(get(service, reference));
	if ('fault' in known && !isForValue(known.fault)) throw known.fault;
	const row = 'value' in known ? known.value : await get(service, { code: path.at(-1) ?? '' });
	// On another host the same code is another link, or none.
	if ('value' in known || partsOf(plain(row.shortLink))[0] === host) return exact(row, path);
	throw new ServiceRefusal(METHOD, CODES.notFound, '', undefined);
}

/** The link, if its code is one of those asked for, letter by letter. */
function exact(row: Row, asked: string[]): Row {
	const code = plain(row.code);
	if (asked.includes(code)) return row;
	throw new Failure(
		`The service found the link "${code}", not "${asked.at(-1)}"`,
		'Capital and small letters make different codes. Check them, or give the ID of the link.',
	);
}

/** The host of an address and what stands in its path, without scheme and query. */
function partsOf(address: string): string[] {
	const [host, ...path] = address
		.replace(/^\w+:\/\//, '')
		.split(/[?#]/, 1)[0]
		.split('/');
	return [host.toLowerCase(), ...path.filter(Boolean)];
}

async function get(service: Service, reference: LinkReference): Promise<Row> {
	const row = record(METHOD, await readNotEmpty(service, METHOD, { ...reference }));
	if (row.id) return row;
	throw new NoResponse(METHOD, 'garbled');
}

/** With its row, if the link was read to find its ID. */
export type WithLinkId<Item> = Item & { linkId: string; row?: Row };

/**
 * Looks up links that are given by code or URL, each once. An item whose link is not found fails here.
 *
 * @param knownId the id of an item's link where an earlier try has found it
 */
export async function findLinkIds<Item extends Asked<{ link: LinkReference }>>(
	run: Run,
	asked: Item[],
	knownId: (item: Item) => string | undefined = () => undefined,
): Promise<Array<WithLinkId<Item>>> {
	const idOf = (item: Item) => {
		const { link } = item.params;
		return knownId(item) || ('id' in link && link.id);
	};
	const others = asked.filter((item) => !idOf(item)).map(({ params }) => params.link);
	const links = new Map(others.map((link) => [JSON.stringify(link), link]));
	const calls = [...links].map(([key, link]) => ({
		keys: [key],
		ask: async () => new Map([[key, { value: await readLink(run.service, link) }]]),
	}));
	const answers = await gather(run, calls);
	return asked.flatMap((item) => {
		const linkId = idOf(item);
		if (linkId) return [{ ...item, linkId }];
		const end = answers([JSON.stringify(item.params.link)]);
		if (end && 'fault' in end) run.fail(item.index, end.fault);
		const [row] = end && 'value' in end ? end.value : [];
		return row ? [{ ...item, linkId: idText(row.id), row }] : [];
	});
}
