import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import qs from 'qs';
import type { CallRecord, LocalService, StoredMessage } from '../../../service/index.mts';
import type { Session } from '../../lib/session.mts';
import type { N8n } from '../../lib/n8nProcess.mts';
import type { Checks } from '../../lib/run.mts';
import {
	chain,
	MANUAL_TRIGGER,
	mobizonNode,
	node,
	type WorkflowFile,
} from '../../lib/workflows.mts';
import { openNode, openWorkflow } from './editor.mts';

export interface World {
	page: Page;
	session: Session;
	service: LocalService;
	n8n: N8n;
	/** Of the account that all checks use. */
	credentialId: string;
	checks: Checks;
	/** Takes one of the documentation's pictures, where pictures are wanted: of the editor, or of another page. */
	picture(name: string, of?: Page): Promise<void>;
}

export async function openIn({ session, page }: World, file: WorkflowFile, name: string) {
	const { id } = await session.createWorkflow(file);
	await openWorkflow(page, id);
	await openNode(page, name);
}

/** Where a check starts: one node of the package behind a trigger, with its details open. */
interface Start {
	type: string;
	name?: string;
	parameters?: Record<string, unknown>;
}

/** Saves a new workflow of a trigger and one node, and opens it with the details of the node. */
export async function openFreshNode(world: World, start: Start): Promise<void> {
	const { type, name = 'Mobizon', parameters } = start;
	const beside = { position: [240, 0] } satisfies Partial<INode>;
	const target = mobizonNode(world.credentialId, name, type, parameters, beside);
	const nodes = [node('Start', MANUAL_TRIGGER), target];
	// Without input the editor lays its tips over the form.
	const pinData = { Start: [{ json: {} }] };
	const file = { name: `Check of ${type}`, nodes, connections: chain(nodes), pinData };
	await openIn(world, file, name);
}

export const messagesIn = ({ service }: World): StoredMessage[] => [
	...service.store.messages.all(),
];

/** The parameters of a call as they came over the wire: every value is a text. */
export const parametersOf = ({ rawBody }: CallRecord) => qs.parse(rawBody);
