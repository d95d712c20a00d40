import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { settle } from '../../shared/api/promises';
import { isRecord, plain } from '../../shared/api/wire';
import { hash } from '../../shared/operation/ledger';
import { addressIn, codeOf, deleteShortLink, isOwnLink, rememberedBy } from './address';
import { withToolInput } from './ask';
import { LONGEST_ANSWER, Pages, show, type Form } from './page';

const waiting = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
} as const;

export const webhooks: IWebhookDescription[] = [
	{ ...waiting, httpMethod: 'GET' },
	{ ...waiting, httpMethod: 'POST' },
];

/** Wrong codes that close a question. */
const TRIES = 3;

/**
 * How long the answer of one request is shown to others, in ms: at its limit of executions, n8n goes on later. Where it
 * could not go on, the question is open again after that.
 */
const TAKEN_MS = 3_600_000;

interface Known {
	triesLeft: number;
	/** How another request has just ended the question; without an answer where wrong codes closed it. */
	taken?: { answer?: string; at: number };
}

/**
 * What this process knows of the questions that wait, by execution, node and question, the newest last. n8n keeps nothing
 * of a request that does not end the waiting.
 */
const questions = new Map<string, Known>();

const KEPT = 1000;

/** Called only for requests with the link to a question, so strangers cannot push others out. */
function keep(key: string, known: Known): void {
	questions.delete(key);
	questions.set(key, known);
	const [oldest] = questions.keys();
	if (questions.size > KEPT) questions.delete(oldest);
}

/**
 * Shows the question, and takes the answer. **Only a POST decides, never widen this to GET**: phones,
 * scanners and previews open every link of a message.
 */
export async function answerQuestion(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const remembered = rememberedBy(context);
	/** Empty where its expression cannot be evaluated any more. */
	const own = (name: string): string => {
		try {
			const written = String(context.getNodeParameter(name, '', { rawExpressions: true }) ?? '');
			if (!written.startsWith('=')) return written;
			return String(remembered.asking.evaluateExpression(withToolInput(written.slice(1))) ?? '');
		} catch {
			return '';
		}
	};
	const { signature, ...query }: IDataObject = { ...context.getQueryData() };
	const address = addressIn(query);
	const pages = new Pages(address.lang, own);
	const reply = (status: number, html: string, data?: IDataObject): IWebhookResponseData => {
		show(context.getResponseObject(), status, html);
		if (!data) return { noWebhookResponse: true };
		// The person does not wait for it.
		void settle(deleteShortLink(context, remembered.link));
		return {
			noWebhookResponse: true,
			workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
		};
	};

	if (!isOwnLink(context, address, signature, remembered.own)) return reply(401, pages.closed());
	const asksForCode = address.code !== undefined;
	const key = `${context.getExecutionId()} ${context.getNode().id} ${address.question}`;
	const { triesLeft, taken } = questions.get(key) ?? { triesLeft: TRIES };
	if (taken && Date.now() - taken.at < TAKEN_MS) {
		// With a code, the link alone does not entitle anybody to see the answer.
		const answer = asksForCode ? undefined : taken.answer;
		return reply(410, answer === undefined ? pages.closed() : pages.answered(answer));
	}

	const isText = remembered.kind === 'freeText';
	const approve = { label: pages.say('approve'), value: 'approve' };
	const decline = { label: pages.say('decline'), value: 'decline' };
	const isDouble = remembered.kind === 'double';
	// Its expression may now give another text than was sent, or none.
	const question = own('message').trim();
	const form: Form = {
		question: hash(question) === remembered.asked ? question : pages.say('inSms'),
		buttons: isText ? undefined : isDouble ? [approve, decline] : [approve],
		asksForCode,
	};
	if (context.getRequestObject().method !== 'POST') return reply(200, pages.form(form));
	// A POST without a body has none in n8n; a fault thrown here would end the waiting.
	const body: unknown = context.getBodyData();
	const given = isRecord(body) ? body : {};
	// A form sends each line break as two characters.
	const written = plain(given.answer).replaceAll('\r\n', '\n');
	const again = (status: number, triesLeft?: number): IWebhookResponseData =>
		reply(status, pages.form(form, triesLeft, written));
	const answer = answerTo(form, written);
	if (!answer) return again(400);
	if (asksForCode) {
		const code = plain(given.code).trim();
		if (!/^\d{4}$/.test(code)) return again(400, triesLeft);
		if (triesLeft <= 0 || code !== codeOf(context, address)) {
			const left = triesLeft - 1;
			keep(key, { triesLeft: left, taken: left > 0 ? undefined : { at: Date.now() } });
			if (left > 0) return again(403, left);
			const none = isText ? { text: '' } : { approved: false };
			return reply(410, pages.closed(), { ...none, respondedAt: null });
		}
	}
	keep(key, { triesLeft, taken: { answer: answer.shown, at: Date.now() } });
	return reply(200, pages.thanks(form.question, answer.shown), {
		...answer.data,
		respondedAt: new Date().toISOString(),
	});
}

/** @returns its data, and the answer as the person sees it */
function answerTo({ buttons }: Form, text: string) {
	if (buttons) {
		const chosen = buttons.find(({ value }) => value === text);
		return chosen && { data: { approved: chosen.value === 'approve' }, shown: chosen.label };
	}
	if (text.trim() === '' || text.length > LONGEST_ANSWER) return undefined;
	return { data: { text }, shown: text };
}
