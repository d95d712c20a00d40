import type { IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** Everything on the page comes from users or workflows. */
const escape = (text: string): string =>
	text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Works on phones of ten years ago: no script, no other file, no flex or grid. */
const STYLE = `
body { margin: 0; padding: 24px 16px; font: 18px/1.5 sans-serif; color: #222; background: #f4f4f6 }
main { max-width: 460px; margin: 0 auto; padding: 20px; background: #fff; border: 1px solid #ddd; border-radius: 8px }
p { margin: 0 0 20px; white-space: pre-wrap; word-wrap: break-word; overflow-wrap: anywhere }
button, textarea { display: block; width: 100%; box-sizing: border-box; margin: 0 0 12px; padding: 14px; font: inherit; border-radius: 6px; border: 1px solid #8a8a94; background: #fff; color: #222 }
button.main { background: #1d6b3a; border-color: #1d6b3a; color: #fff }
@media (prefers-color-scheme: dark) {
	body { color: #eee; background: #16161a }
	main { background: #222228; border-color: #3a3a44 }
	button, textarea { background: #2c2c34; color: #eee; border-color: #6a6a76 }
	button.main { background: #2e8b57; border-color: #2e8b57; color: #fff }
}`;

const page = (title: string, content: string): string => `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>`;

/** A button of the page; `value` is what its form sends. */
export interface Button {
	label: string;
	value: string;
}

/** The question with its buttons; the first stands out. Only the form's POST decides. */
export const approvalPage = (question: string, buttons: Button[]): string =>
	page(
		question.slice(0, 60),
		`<p>${escape(question)}</p><form method="post">${buttons
			.map(
				({ label, value }, index) =>
					`<button${index === 0 ? ' class="main"' : ''} type="submit" name="answer" value="${escape(value)}">${escape(label)}</button>`,
			)
			.join('')}</form>`,
	);

/** The question with a field for the answer. */
export const textPage = (question: string, submitLabel: string): string =>
	page(
		question.slice(0, 60),
		`<p>${escape(question)}</p><form method="post"><textarea name="answer" rows="5" maxlength="5000" required></textarea><button class="main" type="submit">${escape(submitLabel)}</button></form>`,
	);

/** What was answered. */
export const answeredPage = (question: string, answer: string): string =>
	page(
		'Thank you',
		`<p>${escape(question)}</p><p><b>${escape(answer)}</b></p><p>Thank you. You can close this page.</p>`,
	);

/** For the address of a question that was asked before, in a loop. */
export const closedPage = page(
	'Closed',
	'<p>This question is closed. No answer is needed any more.</p>',
);

/**
 * Sends a page. As on n8n's own pages, its content cannot use n8n's site. No cache keeps it and no referrer
 * has its address, because whoever has the address can answer.
 */
export function show(response: Response, status: number, html: string): void {
	response.status(status);
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.setHeader(
		'Content-Security-Policy',
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms",
	);
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('X-Robots-Tag', 'noindex, nofollow');
	response.send(html);
}
