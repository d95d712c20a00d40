import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_KEY, type LocalService } from '../../service/index.mts';
import * as webhooks from './webhooks.mts';
import { checkAgent, checkMcp } from './agent.mts';
import { checkApproval } from './approval.mts';
import { checkFileByForm } from './fileByForm.mts';
import * as links from './links.mts';
import { checkMonday, checkOptOut } from './campaigns.mts';
import { Stage, type Play } from './stage.mts';
import { checkWatchers, sendPastN8n, WATCHERS } from './watchers.mts';
import { EXAMPLES } from '../lib/machine.mts';
import { step } from '../lib/progress.mts';
import { accountAt, logIn, type Session } from '../lib/session.mts';
import type { WorkflowFile } from '../lib/workflows.mts';

/** The examples by file, in the order in which they are played: the statistics need the clicks before. */
const PLAYS: Record<string, Play> = {
	'short-link-in-an-sms.json': links.checkShortLink,
	'link-statistics.json': links.checkStatistics,
	'weekly-click-report.json': links.checkWeeklyReport,
	'appointment-reminder.json': webhooks.checkReminder,
	'links-shortened-by-the-service.json': links.checkShortenedLinks,
	'clean-up-links.json': links.checkCleanUp,
	'delete-expired-links.json': links.checkExpiredLinks,
	'sms-to-each-row-of-a-file.json': checkFileByForm,
	'one-time-password.json': webhooks.checkOneTimePassword,
	'abandoned-cart.json': webhooks.checkAbandonedCart,
	'campaign-with-a-link-for-each.json': links.checkLinkForEach,
	'opt-out-by-link.json': checkOptOut,
	'mcp-server.json': checkMcp,
	'ai-agent-asks-before-sending.json': checkAgent,
	'ai-agent-asks-by-sms.json': checkAgent,
	'approval-by-sms.json': checkApproval,
	'monday-campaign.json': checkMonday,
	'follow-up-after-a-click.json': links.checkClicked,
};

/** For the n8n that plays them: its night is that of the local service's account. */
export const NIGHT = { GENERIC_TIMEZONE: 'Asia/Almaty' };

async function connect(session: Session, service: LocalService): Promise<void> {
	const account = accountAt(service);
	const id = await session.createCredential(account);
	await session.createKeys();
	const good = await session.testCredential(id, account);
	assert.equal(good.status, 'OK', `credential test: ${good.message}`);
	const wrong = { ...account, apiKey: DEFAULT_KEY.replace(/./g, 'x') };
	const bad = await session.testCredential(id, wrong);
	assert.equal(bad.status, 'Error', 'the credential test must fail on a wrong key');
}

/**
 * An owner, a credential, examples that start by themselves, the others one after the other, and what
 * the first ones made of everything that was sent. As a rule it throws at the first thing that is not as
 * it must be.
 *
 * @param part does one part, under its title
 * @param has false for an example that is left out
 */
export async function playExamples(
	n8nUrl: string,
	service: LocalService,
	part: (title: string, work: () => Promise<void>) => Promise<void> = step,
	has: (file: WorkflowFile) => boolean = () => true,
): Promise<void> {
	const played = [...Object.keys(WATCHERS), ...Object.keys(PLAYS)];
	const files = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'));
	assert.deepEqual(played.sort(), files.sort(), 'every example is played');
	const session = await logIn(n8nUrl);
	const stageOf = async (name: string) => {
		const file = JSON.parse(await readFile(join(EXAMPLES, name), 'utf8'));
		return new Stage(session, service, n8nUrl, file);
	};
	await part('Credential', () => connect(session, service));
	const checks: Array<() => Promise<void>> = [];
	for (const [name, publish] of Object.entries(WATCHERS)) {
		const stage = await stageOf(name);
		if (!has(stage.file)) continue;
		await part(`Publishing "${stage.file.name}"`, async () => {
			checks.push(await publish(stage));
		});
	}
	for (const [name, play] of Object.entries(PLAYS)) {
		const stage = await stageOf(name);
		if (has(stage.file)) await part(`Workflow "${stage.file.name}"`, () => play(stage));
	}
	await part('Another program sends two messages', () => sendPastN8n(service));
	const done = 'What the published workflows have done';
	await part(done, () => checkWatchers(checks, service));
}
