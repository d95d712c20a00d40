import assert from 'node:assert/strict';
import type { CallRecord, LocalService, StoredMessage } from '../../service/index.mts';
import type { Execution } from '../lib/executions.mts';
import { endedWell, type Session } from '../lib/session.mts';
import type { SavedWorkflow, WorkflowFile } from '../lib/workflows.mts';

export type Play = (stage: Stage) => Promise<void>;

/** One run of a workflow, and the calls that reached the service during it, in order. */
export interface Played {
	execution: Execution;
	calls: CallRecord[];
}

export class Stage {
	constructor(
		readonly session: Session,
		readonly service: LocalService,
		readonly n8nUrl: string,
		/** The workflow as it stands in `examples/`. */
		readonly file: WorkflowFile,
	) {}

	save(file = this.file): Promise<SavedWorkflow> {
		return this.session.createWorkflow(file);
	}

	/** Runs a workflow as a click on "Execute workflow" does; throws when it does not end well. */
	async run(workflow: SavedWorkflow, trigger?: string): Promise<Played> {
		const before = this.service.calls.length;
		const id = await this.session.startWorkflow(workflow, trigger);
		const execution = endedWell(await this.session.waitForExecution(id));
		return { execution, calls: this.service.calls.slice(before) };
	}

	async play(): Promise<Played> {
		return await this.run(await this.save());
	}

	/** From now on: the messages that the service has accepted. */
	listen(): () => StoredMessage[] {
		const { messages } = this.service.store;
		const before = messages.size;
		return () => [...messages.all()].slice(before);
	}

	get links() {
		return [...this.service.store.links.all()];
	}
}

/** What a field must be; a pattern stands for a text. */
type Wanted = Record<string, unknown>;

/** What nodes must have given out: items with these fields, which may have others. */
export function checkItems(execution: Execution, expected: Record<string, Wanted[]>): void {
	for (const [node, rows] of Object.entries(expected)) checkRows(execution.items(node), rows, node);
}

/** Rows of a table, or items, that must have these fields and may have others. */
export function checkRows(found: object[], expected: Wanted[], what: string): void {
	assert.equal(found.length, expected.length, `${what}: ${JSON.stringify(found)}`);
	for (const [n, wanted] of expected.entries()) {
		for (const [name, value] of Object.entries(wanted)) {
			const where = `${what}, ${n + 1}: ${name}`;
			const is: unknown = Object(found[n])[name];
			if (value instanceof RegExp) assert.match(String(is), value, where);
			else assert.deepEqual(is, value, where);
		}
	}
}

export function only<T>(list: T[], what: string): T {
	assert.equal(list.length, 1, `${what}: expected one, got ${list.length}`);
	return list[0];
}

export const acceptedBy = (calls: CallRecord[], method: string): string[] =>
	calls.filter((call) => call.method === method).flatMap(({ accepted }) => accepted ?? []);

export const countCalls = (calls: CallRecord[], method: string): number =>
	calls.filter((call) => call.method === method).length;
