import { readFileSync } from 'node:fs';

import { loadPackage } from '../engine/lib/package.mts';
import { codeTable, credentialTable, noAnswerTable } from './faultTables.mts';
import { fill } from './fill.mts';
import { inputTable } from './inputTable.mts';
import { limitTable } from './limitTable.mts';
import { nodePage } from './nodePage.mts';
import { refusalTable } from './refusalTable.mts';
import { reasonTable } from './reasonTable.mts';
import { refusedTimeTable, statisticsTable, timeTable } from './timeTables.mts';
import { wayOfASend } from './way.mts';

/** The smallest operation, which the page for maintainers shows as it is. */
export const EXAMPLE = 'nodes/Link/campaign/getLinks.ts';

/** Hand-written pages, and what is generated within them. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
	'docs/errors.md': {
		'result codes': codeTable,
		'no answer': noAnswerTable,
		'refused input': inputTable,
		'other refusals': refusalTable,
	},
	'docs/reliability.md': { reasons: reasonTable },
	'docs/limits.md': { 'limits of the service': limitTable },
	'docs/credential.md': { 'test of the credential': credentialTable },
	'docs/times.md': {
		'accepted times': timeTable,
		'refused times': refusedTimeTable,
		'statistics windows': statisticsTable,
	},
	'docs/architecture.md': {
		'smallest operation': () => `\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``,
	},
};

/** The pages that are generated, whole or in part, by file name. */
export async function pages(): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	const loader = await loadPackage();
	for (const name of ['link', 'linkTrigger', 'message', 'messageTrigger']) {
		const { type } = loader.getNode(name);
		if (!('properties' in type.description)) throw new Error(`${name} has no properties`);
		found.set(`docs/${name}.md`, nodePage(type.description));
	}
	const way = await wayOfASend();
	for (const [file, parts] of Object.entries(PARTS)) {
		const all = file === 'docs/architecture.md' ? { ...parts, 'way of a Send': () => way } : parts;
		found.set(file, fill(readFileSync(file, 'utf8'), all));
	}
	return found;
}
