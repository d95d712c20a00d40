import { settle } from '../../shared/api/promises';
import { NoAnswer, ServiceRefusal } from '../../shared/api/faults';
import { readTwice } from '../../shared/api/list';
import { CODES, RESULT_CODES } from '../../shared/api/resultCodes';
import type { Service } from '../../shared/api/service';
import { idText, record, type Row } from '../../shared/api/wire';

/** How a user names a link: exactly one of the three that Link/Get takes. */
export type LinkReference = { id: string } | { code: string } | { shortLink: string };

const METHOD = 'Link/Get';

/**
 * Reads one link. An address is tried as given, then with the other scheme, then by the code at its end,
 * because the service may write its short links differently.
 *
 * @throws ServiceRefusal (code 2) when there is no such link
 */
export async function readLink(service: Service, reference: LinkReference): Promise<Row> {
	if (!('shortLink' in reference)) return await get(service, reference);
	const [scheme, address] = reference.shortLink.split('://', 2);
	const schemes = scheme.toLowerCase() === 'http' ? ['http', 'https'] : ['https', 'http'];
	for (const tried of schemes) {
		const found = await getIfKnown(service, { shortLink: `${tried}://${address}` });
		if (found) return found;
	}
	const code = address.split(/[?#]/, 1)[0].split('/').findLast(Boolean) ?? '';
	const found = await getIfKnown(service, { code });
	// On another host the same code is another link, or none.
	if (found && hostOf(String(found.shortLink)) === hostOf(address)) return found;
	throw new ServiceRefusal(METHOD, CODES.notFound, '', undefined);
}

const hostOf = (address: string): string =>
	address
		.replace(/^\w+:\/\//, '')
		.split(/[/?#]/, 1)[0]
		.toLowerCase();

/** @throws NoAnswer for anything that is not a link: it would come out as a link without values */
async function get(service: Service, reference: LinkReference): Promise<Row> {
	const row = record(METHOD, await readTwice(service, METHOD, { ...reference }));
	if (row.id) return row;
	throw new NoAnswer(METHOD, 'garbled', '');
}

async function getIfKnown(service: Service, reference: LinkReference): Promise<Row | undefined> {
	const outcome = await settle(async () => await get(service, reference));
	if ('value' in outcome) return outcome.value;
	const { fault } = outcome;
	if (fault instanceof ServiceRefusal && RESULT_CODES[fault.code]?.forValue) return undefined;
	throw fault;
}

/** The link of an item: its id, and the link itself if it had to be read for that. */
export interface FoundLink {
	id: string;
	row?: Row;
}

/**
 * Finds the ids of links that are given by code or URL, for methods that only take ids. Each link is
 * looked up once in a run, even if several items have it.
 */
export class LinkLookup {
	private readonly found = new Map<string, Promise<FoundLink>>();

	constructor(private readonly service: Service) {}

	/** @throws ServiceRefusal (code 2) when there is no such link */
	async find(reference: LinkReference): Promise<FoundLink> {
		if ('id' in reference) return reference;
		const key = JSON.stringify(reference);
		const known = this.found.get(key) ?? this.ask(reference);
		this.found.set(key, known);
		return await known;
	}

	private async ask(reference: LinkReference): Promise<FoundLink> {
		const row = await readLink(this.service, reference);
		return { id: idText(row.id), row };
	}
}
