import { readFileSync } from 'node:fs';
import {
	codeTable,
	noAnswerTable,
	reasonTable,
	inputTable,
	refusedTimeTable,
	timeTable,
} from './tables.mts';
import { fill } from './markdown.mts';
import { nodePage } from './nodePage.mts';

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
	['times', 'accepted times', timeTable],
	['times', 'refused times', refusedTimeTable],
];

export async function pages(): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const [page, name, part] of PARTS) {
		const file = `docs/${page}.md`;
		found.set(file, fill(found.get(file) ?? readFileSync(file, 'utf8'), name, await part()));
	}
	return found;
}
