import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { hash } from '../../shared/operation/ledger';
import { addressIn, codeOf, isOwnLink, rememberedBy, type Remembered } from './address';
import { pageTexts } from './languages';
import { openQuestions } from './openQuestions';
import { LONGEST_ANSWER, Pages, show, type Form } from './page';
import { deleteShortLink } from './shortLink';

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

interface Answer {
	data: IDataObject;
	/** As the person sees it. */
	shown: string;
}

/**
 * Shows the question, and takes the answer. **Only a POST decides, never widen this to GET**: phones,
 * scanners and previews open every link of a message.
 */
export async function answerQuestion(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const own = (name: string): string => parameter(context, name);
	const { signature, ...query }: IDataObject = { ...context.getQueryData() };
	const address = addressIn(query);
	const remembered = rememberedBy(context);
	const say = pageTexts(address.lang, own);
	const pages = new Pages(address.lang, say);
	const reply = (status: number, html: string, data?: IDataObject): IWebhookResponseData => {
		show(context.getResponseObject(), status, html);
		if (!data) return { noWebhookResponse: true };
		deleteShortLink(context, remembered.link);
		return {
			noWebhookResponse: true,
			workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
		};
	};

	if (!isOwnLink(context, address, signature, remembered)) return reply(401, pages.closed());
	const key = `${context.getExecutionId()} ${context.getNode().id} ${address.question}`;
	const { taken, triesLeft } = openQuestions.of(key);
	if (taken) {
		// With a code, the link alone does not entitle anybody to see the answer.
		const answer = address.asksForCode ? undefined : taken.answer;
		return reply(410, answer === undefined ? pages.closed() : pages.answered(answer));
	}

	const isText = own('responseType') === 'freeText';
	const approve = { label: say('approve'), value: 'approve' };
	const decline = { label: say('decline'), value: 'decline' };
	const isDouble = own('approvalOptions.values.approvalType') === 'double';
	const form: Form = {
		question: questionOf(context, remembered) ?? say('inSms'),
		buttons: isText ? undefined : isDouble ? [approve, decline] : [approve],
		asksForCode: address.asksForCode,
	};
	if (context.getRequestObject().method !== 'POST') return reply(200, pages.form(form));
	const given = bodyOf(context);
	// A form sends each line break as two characters.
	const written = typeof given.answer === 'string' ? given.answer.replaceAll('\r\n', '\n') : '';
	const again = (status: number, triesLeft?: number): IWebhookResponseData =>
		reply(status, pages.form(form, triesLeft, written));
	const answer = answerTo(form, written);
	if (!answer) return again(400);
	if (address.asksForCode) {
		const code = typeof given.code === 'string' ? given.code.trim() : '';
		if (!/^\d{4}$/.test(code)) return again(400);
		if (triesLeft === 0 || code !== codeOf(context, address)) {
			const left = openQuestions.wrongCode(key);
			if (left > 0) return again(403, left);
			openQuestions.take(key, undefined);
			const none = isText ? { text: '' } : { approved: false };
			return reply(410, pages.closed(), { ...none, respondedAt: null });
		}
	}
	openQuestions.take(key, answer.shown);
	return reply(200, pages.thanks(form.question, answer.shown), {
		...answer.data,
		respondedAt: new Date().toISOString(),
	});
}

/** Undefined where its expression gives another text than was sent, or none. */
function questionOf(context: IWebhookFunctions, { asked }: Remembered): string | undefined {
	const question = parameter(context, 'message').trim();
	return asked === hash(question) ? question : undefined;
}

/** A POST without a body has none in n8n; a fault thrown here would end the waiting. */
function bodyOf(context: IWebhookFunctions): Record<string, unknown> {
	const body: unknown = context.getBodyData();
	return isRecord(body) ? body : {};
}

function answerTo({ buttons }: Form, text: string): Answer | undefined {
	if (buttons) {
		const chosen = buttons.find(({ value }) => value === text);
		return chosen && { data: { approved: chosen.value === 'approve' }, shown: chosen.label };
	}
	if (text.trim() === '' || text.length > LONGEST_ANSWER) return undefined;
	return { data: { text }, shown: text };
}

/** Empty where its expression cannot be evaluated any more. */
function parameter(context: IWebhookFunctions, name: string): string {
	try {
		return String(context.getNodeParameter(name, '') ?? '');
	} catch {
		return '';
	}
}
