import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../../shared/api/envelope';
import { hash } from '../../shared/operation/journal/journal';
import { answeredPage, approvalPage, closedPage, show, textPage, type Button } from './page';
import { rememberedBy, tokenOf } from './token';

/** What the workflow gets, in the form of n8n's own nodes that wait for an answer. */
interface Answer {
	data: IDataObject;
	/** As the person sees it. */
	shown: string;
}

/** The longest answer that is taken, in characters. */
const LONGEST_ANSWER = 5000;

/**
 * Shows the question, and takes the answer. **Only a POST decides, never widen this to GET**: phones,
 * scanners and previews open every link of a message.
 */
export async function answerQuestion(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	const query: IDataObject = { ...context.getQueryData() };
	const { questions, asked } = rememberedBy(context);
	const isOpen =
		questions === undefined
			? query.to === tokenOf(text(context, 'recipient'))
			: query.question === String(questions);
	if (!isOpen) {
		show(response, 410, closedPage);
		return { noWebhookResponse: true };
	}
	const question = questionOf(context, asked);
	const form = formOf(context, question);
	const isPost = context.getRequestObject().method === 'POST';
	const answer = isPost ? form.read(answerIn(context)) : undefined;
	if (!answer) {
		show(response, isPost ? 400 : 200, form.page);
		return { noWebhookResponse: true };
	}
	show(response, 200, answeredPage(question, answer.shown));
	const data = { ...answer.data, respondedAt: new Date().toISOString() };
	return {
		noWebhookResponse: true,
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** The question as it was sent. @param asked hash of its text, if it is known */
function questionOf(context: IWebhookFunctions, asked: string | undefined): string {
	try {
		const question = text(context, 'message').trim();
		if (asked === undefined || asked === hash(question)) return question;
	} catch {
		// The expression cannot be evaluated here.
	}
	return 'The question is in the SMS with the link to this page.';
}

/** A POST without a body has none in n8n; a fault thrown here would end the waiting. */
function answerIn(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	return isRecord(body) ? body.answer : undefined;
}

interface Form {
	page: string;
	/** @returns undefined for what is no answer to this form */
	read(given: unknown): Answer | undefined;
}

function formOf(context: IWebhookFunctions, question: string): Form {
	if (text(context, 'responseType') === 'freeText') {
		return { page: textPage(question, 'Send'), read: readText };
	}
	const buttons = buttonsOf(context);
	return {
		page: approvalPage(question, buttons),
		read: (given) => {
			const chosen = buttons.find(({ value }) => value === given);
			return chosen && { data: { approved: chosen.value === 'approve' }, shown: chosen.label };
		},
	};
}

function readText(given: unknown): Answer | undefined {
	if (typeof given !== 'string' || given.trim() === '') return undefined;
	const answer = given.slice(0, LONGEST_ANSWER);
	return { data: { text: answer }, shown: answer };
}

function buttonsOf(context: IWebhookFunctions): Button[] {
	const option = (name: string, byDefault: string) =>
		text(context, `approvalOptions.values.${name}`).trim() || byDefault;
	const approve = { label: option('approveLabel', 'Approve'), value: 'approve' };
	const decline = { label: option('disapproveLabel', 'Decline'), value: 'decline' };
	return option('approvalType', 'single') === 'double' ? [approve, decline] : [approve];
}

const text = (context: IWebhookFunctions, name: string): string =>
	String(context.getNodeParameter(name, '') ?? '');
