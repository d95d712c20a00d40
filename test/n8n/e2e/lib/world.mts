import type { Page } from 'playwright-core';
import type { LocalService } from '../../../service/index.mts';
import { CREDENTIAL_NAME } from '../../lib/credentials.mts';
import type { Session } from '../../lib/session.mts';
import { chain, createWorkflow, node, type WorkflowNode } from '../../lib/workflows.mts';
import type { Checks } from '../../lib/run/checks.mts';
import { PACKAGE } from './described.mts';
import { openNode, openWorkflow } from './editor.mts';

/** What all checks work with. */
export interface World {
	page: Page;
	session: Session;
	service: LocalService;
	n8nUrl: string;
	checks: Checks;
	/** Takes one of the documentation's pictures, where pictures are wanted. */
	picture(name: string): Promise<void>;
	/** Stops n8n and starts it again, at the same address. */
	restart(): Promise<void>;
}

/** A node of the package for workflows that are put together by code; its credential is found by name. */
export async function mobizonNode(
	{ session }: World,
	name: string,
	type: string,
	more: Partial<WorkflowNode> = {},
): Promise<WorkflowNode> {
	const saved = await session.call<Array<{ id: string; name: string }>>('GET', '/credentials');
	const account = saved.find((credential) => credential.name === CREDENTIAL_NAME);
	if (account === undefined) throw new Error(`No credential "${CREDENTIAL_NAME}"`);
	const credentials = { mobizonSmsApi: { id: account.id, name: account.name } };
	return node(name, `${PACKAGE}.${type}`, {}, { position: [240, 0], credentials, ...more });
}

/** Where a check starts: one node of the package behind a trigger, with its details open. */
export interface Start {
	/** Name in the package: `link`, `message`. */
	type: string;
	/** Name on the canvas. */
	name?: string;
	/** What the trigger gives out; one empty item when left out. */
	items?: Array<Record<string, unknown>>;
	more?: Partial<WorkflowNode>;
}

/** Saves a new workflow of a trigger and one node, and opens it with the details of the node. */
export async function openFreshNode(world: World, start: Start): Promise<void> {
	const { type, name = 'Mobizon', items = [{}], more } = start;
	const trigger = node('Start', 'n8n-nodes-base.manualTrigger');
	const nodes = [trigger, await mobizonNode(world, name, type, more)];
	const pinData = { Start: items.map((json) => ({ json })) };
	const file = { name: `Check of ${type}`, nodes, connections: chain(nodes), pinData };
	const { id } = await createWorkflow(world.session, file);
	await openWorkflow(world.page, id);
	await openNode(world.page, name);
}
