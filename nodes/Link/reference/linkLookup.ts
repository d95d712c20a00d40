import { settle } from '../../shared/api/promises';
import { plain } from '../../shared/api/envelope';
import { NoAnswer, ServiceRefusal } from '../../shared/api/faults';
import { readTwice } from '../../shared/api/list';
import { CODES, RESULT_CODES } from '../../shared/api/resultCodes';
import type { Service } from '../../shared/api/service';
import { pool } from '../../shared/api/gate';
import { Failure } from '../../shared/operation/failure';
import type { Asked, Run } from '../../shared/operation/run';
import { idText, record, text, type Row } from '../../shared/api/wire';

/** How a user names a link: exactly one of the three that Link/Get takes. */
export type LinkReference = { id: string } | { code: string } | { shortLink: string };

const METHOD = 'Link/Get';

/**
 * Reads one link. An address is tried as given, then with the other scheme, then by the code at its end,
 * because the service may write its short links differently.
 *
 * @throws ServiceRefusal (code 2) when there is no such link
 * @throws Failure when the service finds another one: it may compare codes without regard to case
 */
export async function readLink(service: Service, reference: LinkReference): Promise<Row> {
	if ('id' in reference) return await get(service, reference);
	if ('code' in reference) return exact(await get(service, reference), [reference.code]);
	const [, scheme, address] = /^(https?):\/\/(.*)$/is.exec(reference.shortLink) ?? [];
	const path = address.split(/[?#]/, 1)[0].split('/').slice(1).filter(Boolean);
	const schemes = scheme.toLowerCase() === 'http' ? ['http', 'https'] : ['https', 'http'];
	for (const tried of schemes) {
		const found = await getIfKnown(service, { shortLink: `${tried}://${address}` });
		if (found) return exact(found, path);
	}
	const found = await getIfKnown(service, { code: path.at(-1) ?? '' });
	// On another host the same code is another link, or none.
	if (found && hostOf(plain(found.shortLink)) === hostOf(address)) return exact(found, path);
	throw new ServiceRefusal(METHOD, CODES.notFound, '', undefined);
}

/** The link, if its code is one of those asked for, letter by letter. */
function exact(row: Row, asked: string[]): Row {
	const code = text(row.code);
	if (code === null) throw new NoAnswer(METHOD, 'garbled', '');
	if (asked.includes(String(code))) return row;
	throw new Failure(
		`The service found the link "${code}", not "${asked.at(-1)}"`,
		'Capital and small letters make different codes. Give the code as it stands in the short link.',
	);
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

/** An item with the id of its link, and the link itself if it was read to find the id. */
export type WithLinkId<P> = Asked<P> & { linkId: string; row?: Row };

/**
 * Finds the ids of links that are given by code or URL, each link once. An item whose link is not found fails
 * here, and the others go on.
 */
export async function findLinkIds<P extends { link: LinkReference }>(
	run: Run,
	asked: Array<Asked<P>>,
): Promise<Array<WithLinkId<P>>> {
	const lookUps = new Map<string, Promise<Row>>();
	const found = new Map<number, WithLinkId<P>>();
	await pool(
		asked,
		() => run.service.level.reads,
		() => run.halted,
		async (item) => {
			const { link } = item.params;
			if ('id' in link) return void found.set(item.index, { ...item, linkId: link.id });
			const key = JSON.stringify(link);
			const lookUp = lookUps.get(key) ?? readLink(run.service, link);
			lookUps.set(key, lookUp);
			const outcome = await settle(async () => await lookUp);
			if ('fault' in outcome) return run.fail(item.index, outcome.fault);
			const row = outcome.value;
			found.set(item.index, { ...item, linkId: idText(row.id), row });
		},
	);
	return asked.flatMap(({ index }) => found.get(index) ?? []);
}
