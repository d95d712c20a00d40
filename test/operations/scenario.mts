import type { INodeExecutionData } from 'n8n-workflow';

import type { Harness } from '../engine/lib/harness.mts';
import type { Schema } from '../schemas/schema.mts';
import type { Sending } from '../sending/lib/sending.mts';

/** What users, docs and tests know of an operation or a trigger, beside its own file. */
export interface Scenario {
	/** Its text in n8n's node panel, which becomes the name of a node and of an AI agent's tool. */
	action?: string;
	/**
	 * What users save in their workflows: its parameters, a collection's fields behind a dot. None of these
	 * names may ever change or go, nor any of the values and defaults.
	 */
	saved?: string[];
	/** The values that can be chosen in a parameter. */
	values?: Record<string, Array<string | number>>;
	defaults?: Record<string, unknown>;
	/**
	 * What comes out when its options are left alone. Options that add to the output count; those that
	 * change all of it (raw data, a dry run) do not.
	 */
	output: Record<string, Schema>;
	/** Values of the sample in the docs, where they are not the usual ones of `docs/nodePage.mts`. */
	sample?: Record<string, unknown>;
	/** Fields that it has only at times, with when, where others always have them. */
	atTimes?: Readonly<Record<string, string>>;
	/**
	 * The mistakes most made with it, each with what to do instead. They are no errors: n8n runs, and the
	 * result is not what was meant.
	 */
	mistakes: Record<string, string>;
	/**
	 * Runs it so that every field of its output comes out; the account is that of `operations.test.mts`.
	 * Left out where what comes out is not of a run.
	 */
	run?(h: Harness, s: Sending): Promise<{ main: INodeExecutionData[] }>;
	/** Other outputs, which a choice makes in place of it. */
	instead?: OtherOutput[];
}

interface OtherOutput {
	/** The choice, by its name in the editor. */
	choice: string;
	/** In order. */
	columns: string[];
	/** Runs it so that every column comes out. */
	run(h: Harness, s: Sending): Promise<{ main: INodeExecutionData[] }>;
}
