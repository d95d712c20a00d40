import type { Page } from 'playwright-core';
import qs from 'qs';
import type { CallRecord, LocalService, StoredMessage } from '../../../service/index.mts';
import { CREDENTIAL_NAME, type Session } from '../../lib/session.mts';
import type { N8n } from '../../lib/n8nProcess.mts';
import type { Checks } from '../../lib/run/checks.mts';
import {
	chain,
	MANUAL_TRIGGER,
	node,
	type WorkflowFile,
	type WorkflowNode,
} from '../../lib/workflows.mts';
import { PACKAGE } from './described.mts';
import { openNode, openWorkflow } from './editor.mts';

/** What all checks work with. */
export interface World {
	page: Page;
	session: Session;
	service: LocalService;
	n8n: N8n;
	checks: Checks;
	/** Takes one of the documentation's pictures, where pictures are wanted. */
	picture(name: string): Promise<void>;
}

interface Saved {
	id: string;
	name: string;
}

export async function forgetCredentials(session: Session): Promise<void> {
	for (const { id } of await session.call<Saved[]>('GET', '/credentials')) {
		await session.call('DELETE', `/credentials/${id}`);
	}
}

/** A node of the package for workflows that are put together by code; its credential is found by name. */
export async function mobizonNode(
	{ session }: World,
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): Promise<WorkflowNode> {
	const saved = await session.call<Saved[]>('GET', '/credentials');
	const account = saved.find((credential) => credential.name === CREDENTIAL_NAME);
	if (account === undefined) throw new Error(`No credential "${CREDENTIAL_NAME}"`);
	const credentials = { mobizonSmsApi: { id: account.id, name: account.name } };
	const position: [number, number] = [240, 0];
	return node(name, `${PACKAGE}.${type}`, parameters, { position, credentials, ...more });
}

/** Saves a workflow, and opens it with the details of one of its nodes. */
export async function openIn({ session, page }: World, file: WorkflowFile, name: string) {
	const { id } = await session.createWorkflow(file);
	await openWorkflow(page, id);
	await openNode(page, name);
}

/** Where a check starts: one node of the package behind a trigger, with its details open. */
interface Start {
	/** Name in the package: `link`, `message`. */
	type: string;
	/** Name on the canvas. */
	name?: string;
	/** What the trigger gives out; one empty item when left out. */
	items?: Array<Record<string, unknown>>;
	parameters?: Record<string, unknown>;
}

/** Saves a new workflow of a trigger and one node, and opens it with the details of the node. */
export async function openFreshNode(world: World, start: Start): Promise<void> {
	const { type, name = 'Mobizon', items = [{}], parameters } = start;
	const nodes = [node('Start', MANUAL_TRIGGER), await mobizonNode(world, name, type, parameters)];
	const pinData = { Start: items.map((json) => ({ json })) };
	const file = { name: `Check of ${type}`, nodes, connections: chain(nodes), pinData };
	await openIn(world, file, name);
}

/** The messages that the service has accepted after the first `before` ones. */
export const messagesAfter = ({ service }: World, before: number): StoredMessage[] =>
	[...service.store.messages.all()].slice(before);

/** The methods of the service that were called, in order. */
export const methodsOf = (calls: CallRecord[]): string[] => calls.map(({ method }) => method);

/** The parameters of a call as they came over the wire: every value is a text. */
export const parametersOf = ({ rawBody }: CallRecord) => qs.parse(rawBody);
