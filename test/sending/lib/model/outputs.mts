import type { IDataObject, INodeExecutionData, ITaskData } from 'n8n-workflow';

import { isRecord } from '../../../../nodes/shared/api/wire';
import type { Ended, Played } from './play.mts';
import type { Want } from './wants.mts';

/** What became of one item, as the node says. */
export interface Said {
	index: number;
	json: IDataObject;
	/** `outcome` of a message that went well, or of the details of a failed item. */
	outcome: string;
	failed: boolean;
}

/** What became of one run of the node in an execution. */
export interface Report {
	ended: Ended;
	run: number;
	said: Said[];
	thrown?: string;
	breaches: string[];
}

/** What a run said of the items that are one want. */
export const saidOf = ({ ended, run, said }: Report, { root, places }: Want): Said[] =>
	said.filter(({ index }) => {
		const isPlace = places.some((place) => place.run === run && place.index === index);
		return root === ended.root && isPlace;
	});

const ROW = new Set(['row', 'phone', 'words', 'key', 'mark']);
const FAILED = new Set(['error', 'message', 'details']);

function indexOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : (first ?? NaN);
}

/** @returns what an item says, and what is wrong with its form */
function read(index: number, json: IDataObject): { said: Said; breaches: string[] } {
	const breaches: string[] = [];
	const failed = 'error' in json;
	const details = isRecord(json.details) ? json.details : {};
	const outcome = String(failed ? details.outcome : json.outcome);
	if (failed) {
		const stray = Object.keys(json).filter((name) => !FAILED.has(name) && !ROW.has(name));
		if (stray.length > 0) breaches.push(`form: a failed item has ${stray.join()}`);
		if (!['refused', 'unknown', 'notSent'].includes(outcome))
			breaches.push(`form: a failed item's outcome is ${outcome}`);
		if (typeof json.message !== 'string' || json.message === '')
			breaches.push('form: a failed item has no advice');
	} else if (!['accepted', 'skipped', 'queued'].includes(outcome)) {
		breaches.push(`form: an item's outcome is ${outcome}`);
	}
	return { said: { index, json, outcome, failed }, breaches };
}

function reportOfRun(ended: Ended, run: number, task: ITaskData): Report {
	const report: Report = { ended, run, said: [], breaches: [], thrown: task.error?.message };
	if (task.error !== undefined) report.thrown += ` ${task.error.description ?? ''}`;
	for (const list of task.data?.main ?? []) {
		const indexes = (list ?? []).map(indexOf);
		if (indexes.some((index, n) => n > 0 && index < indexes[n - 1])) report.breaches.push('order');
		(list ?? []).forEach(({ json }, n) => {
			const { said, breaches } = read(indexes[n], json);
			report.said.push(said);
			report.breaches.push(...breaches);
		});
	}
	return report;
}

/**
 * What the node said in each execution, of each of its runs. Of one that the user stopped n8n keeps no
 * word of the node.
 */
export function reportsOf({ ended }: Played): Report[] {
	return ended.flatMap((each) => {
		if (each.cancelled) return [];
		const runs = each.run?.data.resultData.runData.Node ?? [];
		const tools = (each.answers ?? []).map((answer, run): Report => {
			if ('error' in answer)
				return { ended: each, run, said: [], breaches: [], thrown: answer.error };
			const all = answer.items.map((json) => read(0, json));
			const breaches = all.flatMap((one) => one.breaches);
			return { ended: each, run, said: all.map(({ said }) => said), breaches };
		});
		return [...runs.map((task, run) => reportOfRun(each, run, task)), ...tools];
	});
}
