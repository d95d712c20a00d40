import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { hasEnded, readData, type Execution, type ExecutionRow } from './executions.mts';
import { until } from './progress.mts';
import {
	CREDENTIAL_NAME,
	KEYS,
	MANUAL_TRIGGER,
	type SavedWorkflow,
	type WorkflowFile,
} from './workflows.mts';

/** Who owns the n8n of demos and tests. No secret: it listens on this machine only. */
export const OWNER = { email: 'owner@example.com', password: 'Demo-password-1' };
const TYPE = 'mobizonSmsApi';

type Account = ReturnType<typeof accountAt>;

export const accountAt = ({
	url,
	timezone,
	keys,
}: Pick<LocalService, 'url' | 'timezone' | 'keys'>) => ({
	server: 'other',
	baseUrl: url,
	apiKey: keys[0],
	timezone,
});

/** Sends one request to n8n; gives the `data` of the answer and the cookies set by it. Throws with n8n's own message. */
async function send<T>(url: string, method: string, path: string, body?: unknown, cookie = '') {
	const response = await fetch(`${url}/rest${path}`, {
		method,
		headers: { 'content-type': 'application/json', cookie },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) {
		// The answer also holds a stack trace.
		const message = /"message":"(.*?)"[,}]/.exec(text)?.[1] ?? text;
		throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${message}`);
	}
	const { data }: { data: T } = JSON.parse(text);
	const cookies = response.headers.getSetCookie().map((value) => value.split(';')[0]);
	return { data, cookie: cookies.join('; ') };
}

/** Logs in as the owner; creates the owner first when this n8n has none. */
export async function logIn(url: string): Promise<Session> {
	type Settings = { userManagement: { showSetupOnFirstLoad?: boolean } };
	const settings = await send<Settings>(url, 'GET', '/settings');
	const owner = { ...OWNER, firstName: 'Demo', lastName: 'Owner' };
	const login = { emailOrLdapLoginId: OWNER.email, password: OWNER.password };
	const { cookie } = settings.data.userManagement.showSetupOnFirstLoad
		? await send(url, 'POST', '/owner/setup', owner)
		: await send(url, 'POST', '/login', login);
	return new Session(url, cookie);
}

export class Session {
	constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		return (await send<T>(this.url, method, path, body, this.cookie)).data;
	}

	async saveCredential(type: string, name: string, data: object) {
		const { id } = await this.call<{ id: string }>('POST', '/credentials', { name, type, data });
		return { [type]: { id, name } };
	}

	async createCredential(account: Account): Promise<string> {
		return (await this.saveCredential(TYPE, CREDENTIAL_NAME, account))[TYPE].id;
	}

	/** Saves what the webhooks and the form of the examples ask for. */
	async createKeys(): Promise<void> {
		for (const [type, { name, data }] of Object.entries(KEYS)) {
			await this.saveCredential(type, name, data);
		}
	}

	async forgetCredentials(): Promise<void> {
		for (const { id } of await this.call<Array<{ id: string }>>('GET', '/credentials')) {
			await this.call('DELETE', `/credentials/${id}`);
		}
	}

	testCredential(id: string, data: Account): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const credentials = { id, name: CREDENTIAL_NAME, type: TYPE, data };
		return this.call('POST', '/credentials/test', { credentials });
	}

	/** Where a data table is found. Throws when there is no such table. */
	private async pathOfTable(name: string): Promise<string> {
		const path = `/data-tables-global?filter=${filter({ name })}`;
		type Tables = { data: Array<{ id: string; projectId: string }> };
		const [table] = (await this.call<Tables>('GET', path)).data;
		if (table === undefined) throw new Error(`n8n has no data table "${name}"`);
		return `/projects/${table.projectId}/data-tables/${table.id}`;
	}

	/** The rows of a data table of n8n, oldest first, with n8n's own columns. */
	async readDataTable(name: string): Promise<Array<Record<string, unknown>>> {
		const path = `${await this.pathOfTable(name)}/rows?take=250&sortBy=id:asc`;
		return (await this.call<{ data: Array<Record<string, unknown>> }>('GET', path)).data;
	}

	/** Adds rows to a data table of n8n, as users do in its list. */
	async addRows(name: string, data: object[]): Promise<void> {
		const path = `${await this.pathOfTable(name)}/insert`;
		await this.call('POST', path, { data, returnType: 'count' });
	}

	/** Saves a workflow, as the editor does after an import from a file. */
	async createWorkflow(file: WorkflowFile): Promise<SavedWorkflow> {
		// To newer versions both go without saying; n8n 1 finds credentials by name only in a project.
		const { id: projectId } = await this.call<{ id: string }>('GET', '/projects/personal');
		return await this.call('POST', '/workflows', { ...file, projectId, active: false });
	}

	/**
	 * Publishes the saved version. From then on its webhooks answer, and a trigger that polls has done so once:
	 * what is there already is old to it.
	 */
	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		await this.untilPublished(id);
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
		await this.untilPublished(id, 'not_published');
	}

	/** Waits until n8n has published a workflow, or taken it back. Throws when that fails. */
	async untilPublished(id: string, wanted = 'published'): Promise<void> {
		type Publication = { status: string; triggers: Array<{ errorMessage: string | null }> };
		const path = `/workflows/${id}/publication-status`;
		// Older versions have no such status: they publish before they answer.
		const unless404 = (reason: Error) => {
			if (!reason.message.includes('answered 404')) throw reason;
		};
		await until(`Workflow ${id} is ${wanted}`, async () => {
			const publication = await this.call<Publication>('GET', path).catch(unless404);
			const { status, triggers } = publication ?? { status: wanted, triggers: [] };
			const reasons = triggers.map(({ errorMessage }) => errorMessage).join(' ');
			assert.ok(status !== 'failed' && status !== 'partial', `Publishing ${id}: ${reasons}`);
			return status === wanted;
		});
	}

	async publish(file: WorkflowFile): Promise<SavedWorkflow> {
		const workflow = await this.createWorkflow(file);
		await this.activate(workflow);
		return workflow;
	}

	/** Starts a saved workflow from one of its triggers. @returns the id of the execution */
	async startWorkflow(workflow: SavedWorkflow, from?: string): Promise<string> {
		const name = from ?? workflow.nodes.find(({ type }) => type === MANUAL_TRIGGER)?.name;
		// n8n 1 and 2.0 take the workflow from here, newer ones take what was saved.
		const body = { workflowData: workflow, triggerToStartFrom: { name } };
		const path = `/workflows/${workflow.id}/run`;
		const { executionId } = await this.call<{ executionId?: string }>('POST', path, body);
		if (executionId === undefined) throw new Error(`${workflow.name}: n8n did not start it`);
		return executionId;
	}

	private readRow(id: string): Promise<ExecutionRow & { data: string }> {
		return this.call('GET', `/executions/${id}`);
	}

	async readExecution(id: string): Promise<Execution> {
		const { data, ...row } = await this.readRow(id);
		return { ...row, ...readData(data), id };
	}

	async waitForExecution(id: string): Promise<Execution> {
		await until(`Execution ${id}`, async () => hasEnded(await this.readRow(id)));
		return await this.readExecution(id);
	}

	/** Waits until n8n has put an execution to sleep. One that sleeps for a short time may be over by then. */
	async untilWaiting(id: string): Promise<void> {
		await until('The execution waits', async () => {
			const row = await this.readRow(id);
			return row.status === 'waiting' || hasEnded(row);
		});
	}

	/** Does what "Retry" in the list of executions does. It has ended when this answers. */
	async retry(id: string): Promise<void> {
		await this.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}

	/** All executions of a workflow without their data, newest first. */
	async listExecutions(workflowId: string): Promise<ExecutionRow[]> {
		const rows = new Map<string, ExecutionRow>();
		type Page = { results: ExecutionRow[]; nextCursor?: string | null };
		let cursor: string | null | undefined;
		do {
			const more = cursor ? `&cursor=${cursor}` : '';
			const path = `/executions?filter=${filter({ workflowId })}&limit=100${more}`;
			const { results, nextCursor } = await this.call<Page>('GET', path);
			// Those that run are on every page.
			for (const row of results) rows.set(row.id, row);
			cursor = nextCursor;
		} while (cursor);
		return [...rows.values()];
	}

	async readHistory({ id }: { id: string }): Promise<Execution[]> {
		const history: Execution[] = [];
		for (const row of await this.listExecutions(id)) {
			history.push(await this.readExecution(row.id));
		}
		return history;
	}

	/** The executions that a published workflow has made by itself, oldest first, as soon as so many ended, and well. */
	executionsOf(workflow: SavedWorkflow, count: number): Promise<Execution[]> {
		return until(`${count} executions of ${workflow.name}`, async () => {
			const history = (await this.readHistory(workflow)).reverse();
			const ended = history.filter((each) => each.mode !== 'manual' && hasEnded(each));
			return ended.map(endedWell).length >= count && ended;
		});
	}
}

const filter = (wanted: object): string => encodeURIComponent(JSON.stringify(wanted));

/** Throws with the node and what it says when the execution did not end well. */
export function endedWell(execution: Execution): Execution {
	const { node, message, description = '' } = Object(execution.error);
	assert.equal(execution.status, 'success', `${node?.name}: ${message} ${description}`);
	return execution;
}
