import { readFileSync } from 'node:fs';

import { SERVICE_LIMITS } from '../../nodes/shared/input/limits.ts';
import { codeTable, noAnswerTable, reasonTable } from './faultTables.mts';
import { fill, table } from './markdown.mts';
import { nodePage } from './nodePage.mts';
import { inputTable, refusedTimeTable } from './refusalTables.mts';
import { timeTable } from './timeTables.mts';

const { comment, campaignName, validity, campaigns } = SERVICE_LIMITS;

/** The limits of the service that the nodes check, from where the checks have them. */
const limitTable = (): string =>
	table(
		['what', 'limit', 'the nodes'],
		[
			['comment of a link', `${comment} characters`, 'refuse more'],
			['name of a campaign', `${campaignName} characters`, 'refuse more'],
			['validity of a message', `${validity.min} to ${validity.max} minutes`, 'refuse others'],
			['campaigns in a filter', `${campaigns}`, 'refuse more; the service would ignore them'],
		],
	);

/** What is generated, by page and by the name of its place there; the rest is written by hand. */
const PARTS: Array<[page: string, name: string, part: () => string | Promise<string>]> = [
	['message', 'operations', async () => await nodePage('message')],
	['link', 'operations', async () => await nodePage('link')],
	['trigger', 'parameters', async () => await nodePage('messageTrigger')],
	['clicks', 'parameters', async () => await nodePage('linkTrigger')],
	['errors', 'result codes', codeTable],
	['errors', 'no answer', noAnswerTable],
	['errors', 'refused input', inputTable],
	['reliability', 'reasons', reasonTable],
	['limits', 'limits of the service', limitTable],
	['times', 'accepted times', timeTable],
	['times', 'refused times', refusedTimeTable],
];

/** The pages that are generated in part, by file name. */
export async function pages(): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const [page, name, part] of PARTS) {
		const file = `docs/${page}.md`;
		found.set(file, fill(found.get(file) ?? readFileSync(file, 'utf8'), name, await part()));
	}
	return found;
}
