import assert from 'node:assert/strict';
import type { CallRecord, LocalService } from '../../service/index.mts';
import type { Execution } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';
import type { WorkflowFile } from '../lib/workflows.mts';

/** What a workflow is played with. */
export interface Stage {
	session: Session;
	/** The workflow as it stands in `examples/`. */
	file: WorkflowFile;
	service: LocalService;
	n8nUrl: string;
}

/** One run of an example workflow, and what the service saw of it. */
export interface Run {
	execution: Execution;
	service: LocalService;
	/** The calls that reached the service during this run, in order. */
	calls: CallRecord[];
}

/** One run of a workflow, and what must hold afterwards. */
export interface Scene {
	/** What is special about it; the first scene needs none. */
	title?: string;
	/** Puts what the workflow is about into the service, or trouble in its way. */
	prepare?(service: LocalService): void;
	/** Throws when something does not hold. Gives the account for the reader, line by line. */
	check(run: Run): string[];
	/** What happens in the world after the run (people click). Gives lines, too. */
	afterwards?(run: Run): Promise<string[]>;
}

/** A workflow of `examples/` and the scenes that the demo plays with it. */
export interface Example {
	/** File name in `examples/`. */
	file: string;
	scenes: Scene[];
}

/** How the story of the examples is told. */
export interface Telling {
	/** Does one part of the story, under its title. */
	part(title: string, work: () => Promise<void>): Promise<void>;
	/** False for a file of `examples/` that is left out. */
	has(file: string): boolean;
}

/** The only item of a list; throws when there are more or none. */
export function only<T>(list: T[], what: string): T {
	assert.equal(list.length, 1, `${what}: expected one, got ${list.length}`);
	return list[0];
}

/** The ids of the messages or links that calls of this method created. */
export const acceptedBy = (calls: CallRecord[], method: string): string[] =>
	calls.filter((call) => call.method === method).flatMap(({ accepted }) => accepted ?? []);

/** How often the service was asked for this method. */
export const countCalls = (calls: CallRecord[], method: string): number =>
	calls.filter((call) => call.method === method).length;
