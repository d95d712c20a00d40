import assert from 'node:assert/strict';
import { listExecutions, type Execution } from './executions.mts';
import { until } from './progress.mts';
import type { Session } from './session.mts';
import type { SavedWorkflow } from './workflows.mts';

/**
 * Posts JSON to a webhook of a published workflow. n8n knows the address a moment after it was published:
 * until then it answers that the webhook is not registered.
 */
export async function postWebhook(
	n8nUrl: string,
	path: string,
	body: Record<string, unknown>,
): Promise<{ status: number; json: unknown }> {
	return await until(`The webhook ${path}`, async () => {
		const response = await fetch(`${n8nUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		if (response.status === 404 && text.includes('not registered')) return undefined;
		return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
	});
}

/** The executions that a published workflow has made by itself, once there are so many that ended well. */
export async function executionsOf(
	session: Session,
	workflow: SavedWorkflow,
	count: number,
): Promise<Execution[]> {
	return await until(
		`${count} executions of ${workflow.name}`,
		async () => {
			const ended = (await listExecutions(session, workflow.id)).filter(
				({ mode }) => mode !== 'manual',
			);
			for (const { status, error } of ended) {
				assert.equal(status, 'success', `${error?.node?.name}: ${error?.message}`);
			}
			return ended.length >= count ? ended : undefined;
		},
		{ timeout: 60_000 },
	);
}
