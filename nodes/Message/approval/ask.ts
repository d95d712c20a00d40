import { WAIT_INDEFINITELY, type IDataObject } from 'n8n-workflow';

import { Failure } from '../../shared/operation/failure';
import { hash } from '../../shared/operation/journal/journal';
import { Refusal } from '../../shared/input/refusal';
import type { Asked, Run } from '../../shared/operation/run';
import { settle } from '../../shared/api/promises';
import { segments } from '../sms/segments';
import { NO_OPTIONS } from '../send/options';
import type { Outgoing } from '../send/outgoing';
import { sendAll } from '../send/sendAll';
import type { Question } from './question';
import { checkResumeAddress } from './resumeAddress';
import { makeShortLink } from './shortLink';
import type { Remembered } from './token';

/** The most characters of a short link; its exact length is known only when it is made. */
const LINK_LENGTH = 30;

/**
 * Sends the question with a short link to the page where n8n waits for the answer, and lets the execution
 * wait. An execution can wait for one answer only. Its output now is not kept: the answer is the output, or
 * after the limit the input.
 */
export async function ask(run: Run, asked: Array<Asked<Question>>): Promise<void> {
	if (asked.length !== 1) return refuseSeveral(run, asked);
	const [{ index, params: question }] = asked;
	const prepared = await settle(async () => await prepare(run, question, index));
	if ('fault' in prepared) return run.fail(index, prepared.fault);
	await sendAll(run, [{ index, params: prepared.value }]);
	if (run.faults.size > 0 || run.halted) return;
	const { ends } = question;
	Object.assign(memoryOf(run), { questions: nextOf(run), asked: hash(question.text) });
	await run.context.putExecutionToWait(ends === undefined ? WAIT_INDEFINITELY : new Date(ends));
}

const memoryOf = ({ context }: Run): Remembered => context.getContext('node');

/** The number of the next question. It changes only after one was sent, so a second try has the same link. */
const nextOf = (run: Run): number => (memoryOf(run).questions ?? 0) + 1;

function refuseSeveral(run: Run, asked: Array<Asked<Question>>): void {
	const refusal = new Refusal(
		`The run has ${run.itemCount} items, and an execution can wait for one answer only, so nothing was sent`,
		'Put a Loop Over Items node with a batch size of 1 before it.',
	);
	for (const { index } of asked) run.fail(index, refusal);
}

/** Everything that can be checked is checked before the link is made, and the rest before the message is sent. */
async function prepare(run: Run, question: Question, index: number) {
	const { context, service } = run;
	const resumeUrl = context.getSignedResumeUrl({
		to: question.token,
		question: String(nextOf(run)),
	});
	checkResumeAddress(resumeUrl, service.account.baseUrl);
	if (question.ends !== undefined) checkInput(context.getInputData()[index].json, question);
	checkLength(question, 'x'.repeat(LINK_LENGTH));
	const shortLink = await makeShortLink(run, resumeUrl, question);
	checkLength(question, shortLink);
	return outgoing(question, shortLink);
}

const withLink = ({ text }: Question, shortLink: string): string => `${text} ${shortLink}`;

function checkLength(question: Question, shortLink: string): void {
	const { maxSegments } = question;
	const count = segments(withLink(question, shortLink)).segments;
	if (maxSegments === 0 || count <= maxSegments) return;
	throw new Refusal(
		`"Message" takes ${count} segments with its link, but Max Segments allows ${maxSegments}, so nothing was sent`,
		'Shorten it, or raise Max Segments.',
	);
}

/** After the limit n8n passes the input on: an answer in it would look like the answer to this question. */
function checkInput({ data }: IDataObject, { answer }: Question): void {
	if (typeof data !== 'object' || data === null) return;
	if (!(answer in data) && !('respondedAt' in data)) return;
	throw new Failure(
		'The input item has an answer in its field data. After the limit it would look like the answer to this question, so nothing was sent',
		'Rename or remove that field with an Edit Fields node before this one, or remove Limit Wait Time.',
	);
}

const outgoing = (question: Question, shortLink: string): Outgoing => {
	const text = withLink(question, shortLink);
	return {
		recipient: question.recipient,
		text,
		from: question.from,
		params: {},
		segments: segments(text).segments,
		deferral: undefined,
		untimely: undefined,
		options: NO_OPTIONS,
	};
};
