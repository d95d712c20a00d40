import { WAIT_INDEFINITELY, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/api/wire';
import { settle } from '../../shared/api/promises';
import { Failure } from '../../shared/operation/nodeError';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { integer, Refusal, zeroOrOne } from '../../shared/input/parse';
import { hash, isAgentsTool } from '../../shared/operation/ledger';
import type { Asked, Run } from '../../shared/operation/run';
import { sender } from '../fields';
import { checkCountry } from '../send/allowedCountries';
import type { Outgoing } from '../send/outgoing';
import { sendAll } from '../send/run';
import { blankPlaceholders, filledText } from '../sms/filledText';
import { readRecipient } from '../sms/recipient';
import { segments } from '../sms/segments';
import {
	checkResumeAddress,
	codeOf,
	makeShortLink,
	signatureIn,
	type PageAddress,
	type Remembered,
} from './address';
import { LANGUAGES, readPage } from './languages';
import { waitLimit } from './waitLimit';

/** Where the user sets no limit. The question of an AI agent may contain everything that its tool was given. */
export const MAX_SEGMENTS = 6;

type Question = ReturnType<typeof readQuestion>;

/** @throws Refusal */
export function readQuestion(item: ItemParameters) {
	const type = item.choice('responseType', ['approval', 'freeText'], 'approval');
	const buttons = item.choice(
		'approvalOptions.values.approvalType',
		['single', 'double'],
		'single',
	);
	const recipient = readRecipient(item, 'options.defaultCountry');
	checkCountry(item, recipient);
	return {
		recipient,
		/** Placeholders of the text that came out blank. */
		blanks: blankPlaceholders(item, 'message'),
		text: item.required('message', (given) => filledText(questionOf(item, given)).trim()),
		from: item.describing('options.from', sender),
		kind: type === 'freeText' ? type : buttons,
		lang: readPage(item),
		asksForCode: item.requiredIfAdded('options.askForCode', zeroOrOne) === 1,
		/** 0 means no limit. */
		maxSegments:
			item.optional('options.maxSegments', integer({ min: 0, max: 100 })) ?? MAX_SEGMENTS,
		/** When the waiting ends, in ms since the epoch; undefined means never. */
		ends: item.optional('options.limitWaitTime', waitLimit),
	};
}

const TOOL_INPUT = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** n8n's own text of a review shows the input of the tool, an object, as "[object Object]": here it is JSON. */
export const withToolInput = (expression: string): string =>
	expression.replace(TOOL_INPUT, '{{ JSON.stringify($tool.parameters) }}');

function questionOf(item: ItemParameters, given: unknown): unknown {
	const written = item.expression('message').slice(1);
	const shown = withToolInput(written);
	return shown === written ? given : item.evaluate(shown);
}

/** No short link is known to be shorter than http://mbz.im/mgjf: how long it is, is known only when it is made. */
const LINK_LENGTH = 18;

/**
 * Sends the question, and lets the execution wait, which it can do for one answer only. What it puts out now is not kept:
 * the output is the answer or, after the limit, the input.
 */
export async function ask(run: Run, asked: Array<Asked<Question>>): Promise<void> {
	const refusal = cannotWait(run);
	for (const { index, params } of asked) {
		if (refusal) run.fail(index, refusal);
		else await askOne(run, index, params);
	}
}

function cannotWait({ context, itemCount }: Run): Refusal | undefined {
	// The agent would hear that the message was accepted, and take that for the answer.
	if (context.isToolExecution?.()) {
		return new Refusal(
			'n8n calls this tool from within another node, where it cannot wait for an answer, so nothing was sent',
			'Use it as the human review of another tool, below an AI Agent of version 3 or newer.',
		);
	}
	const { $node, $runIndex } = context.getWorkflowDataProxy(0);
	// With the answer to one call, n8n would take the input of the calls behind it for their answers.
	if ($node[context.getNode().name].runIndex > $runIndex) {
		return new Refusal(
			'The agent makes several calls at once, and n8n can ask about one only, so nothing was sent',
			'Make them one by one.',
		);
	}
	if (itemCount === 1) return undefined;
	return new Refusal(
		`The run has ${itemCount} items, and an execution can wait for one answer only, so nothing was sent`,
		'Put a Loop Over Items node with a batch size of 1 before it.',
	);
}

async function askOne(run: Run, index: number, question: Question): Promise<void> {
	const prepared = await settle(prepare(run, question, index));
	// Whatever became of the link, no message was sent.
	if ('fault' in prepared) return run.fail(index, prepared.fault, { outcome: 'refused' });
	await sendAll(run, [{ index, params: prepared.value }], { asksAnew: true });
	if (run.faults.size > 0 || run.halted) return;
	const memory = memoryOf(run);
	delete memory.open;
	// Whoever may look at the execution could answer.
	delete memory.shortLink;
	const { ends } = question;
	await run.context.putExecutionToWait(ends === undefined ? WAIT_INDEFINITELY : new Date(ends));
}

const memoryOf = ({ context }: Run): Remembered => context.getContext('node');

/**
 * Numbers the question. A second try has the same number, and so the same link. Another question gets another number, also
 * if the one before may have been sent: who got that must not answer this. A database that is restored gives the same IDs to
 * other executions, so the number is the time.
 */
function begin(run: Run, { recipient, text, lang, asksForCode }: Question): Remembered {
	const { context } = run;
	const memory = memoryOf(run);
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const open = hash(context.getExecutionId(), $runIndex, recipient, text, lang, asksForCode);
	if (memory.open === open) return memory;
	const questions = Math.max(Date.now(), (memory.questions ?? 0) + 1);
	const none = { shortLink: undefined, link: undefined };
	return Object.assign(memory, { questions, asked: hash(text), run: $runIndex, open, ...none });
}

/** All that can be checked is checked before the link is made, and the rest before the message is sent. */
async function prepare(run: Run, question: Question, index: number): Promise<Outgoing> {
	const { context, service } = run;
	const { recipient, blanks, from, lang, asksForCode, ends, kind } = question;
	const memory = begin(run, question);
	memory.kind = kind;
	const address: PageAddress = {
		question: String(memory.questions),
		lang,
		...(asksForCode && { code: 'sms' }),
	};
	const resumeUrl = context.getSignedResumeUrl(address);
	memory.own = hash(address, signatureIn(resumeUrl));
	checkResumeAddress(resumeUrl, service.account.baseUrl);
	if (ends !== undefined) checkInput(context, context.getInputData()[index].json, kind);
	const code = asksForCode ? codeOf(context, address) : undefined;
	checkedText(question, 'x'.repeat(LINK_LENGTH), code);
	if (memory.shortLink === undefined)
		Object.assign(memory, await makeShortLink(run, resumeUrl, ends));
	const text = checkedText(question, memory.shortLink ?? '', code);
	const none = { isOptedOut: false, params: {}, options: {} };
	return { recipient, text, blanks, from, segments: segments(text).segments, ...none };
}

/** The text of the SMS. @throws Refusal for one that takes too many segments */
function checkedText(
	{ text, lang, maxSegments }: Question,
	shortLink: string,
	code: string | undefined,
): string {
	let sms = `${text} ${shortLink}`;
	const [word, plain] = LANGUAGES[lang].codeWords;
	if (code !== undefined) sms += ` ${segments(sms).encoding === 'GSM-7' ? plain : word}: ${code}`;
	const count = segments(sms).segments;
	if (maxSegments === 0 || count <= maxSegments) return sms;
	throw new Refusal(
		`"Message" takes ${count} segments with its link, but Max Segments allows ${maxSegments}, so nothing was sent`,
		'Shorten it, or raise Max Segments.',
	);
}

/** After the limit n8n passes the input on: an answer in it would look like the answer to this question. */
function checkInput(context: IExecuteFunctions, json: IDataObject, kind: Question['kind']): void {
	const answer = kind === 'freeText' ? 'text' : 'approved';
	const isIn = (given: unknown, name: string): boolean => isRecord(given) && name in given;
	// An agent takes `approved` there for the answer, and a model or a chat message may have put it there.
	const inItself = isAgentsTool(context.getNode()) && isIn(json, 'approved');
	const inData = isIn(json.data, answer) || isIn(json.data, 'respondedAt');
	if (!inItself && !inData) return;
	throw new Failure(
		`The input item has an answer in its field ${inItself ? 'approved' : 'data'}. After the limit it would look like the answer to this question, so nothing was sent`,
		'Rename or remove that field with an Edit Fields node before this one, or remove Limit Wait Time.',
	);
}
