import type { IWebhookFunctions } from 'n8n-workflow';

import { LANGUAGES, PLACES, type LanguageCode, type PageText } from './languages';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** Everything on the page comes from users or workflows. */
const escape = (text: string): string =>
	text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (text: string): string => `<p>${escape(text)}</p>`;

const bold = (text: string): string => `<p><b>${escape(text)}</b></p>`;

/** Works on phones of ten years ago: no script, no other file, no flex or grid. */
const STYLE = `
body { margin: 0; padding: 24px 16px; font: 18px/1.5 sans-serif; color: #222; background: #f4f4f6 }
main { max-width: 460px; margin: 0 auto; padding: 20px; background: #fff; border: 1px solid #ddd; border-radius: 8px }
p { margin: 0 0 20px; white-space: pre-wrap; word-wrap: break-word; overflow-wrap: anywhere; unicode-bidi: plaintext }
button, input, textarea { display: block; width: 100%; box-sizing: border-box; margin: 0 0 12px; padding: 14px; font: inherit; border-radius: 6px; border: 1px solid #8a8a94; background: #fff; color: #222; unicode-bidi: plaintext }
button { white-space: normal; word-wrap: break-word; overflow-wrap: anywhere }
button.main { background: #1d6b3a; border-color: #1d6b3a; color: #fff }
p.wrong { color: #a11 }
@media (prefers-color-scheme: dark) {
	body { color: #eee; background: #16161a }
	main { background: #222228; border-color: #3a3a44 }
	button, input, textarea { background: #2c2c34; color: #eee; border-color: #6a6a76 }
	p.wrong { color: #f88 }
}`;

interface Button {
	label: string;
	value: string;
}

export interface Form {
	question: string;
	/** Buttons to choose from, of which the first stands out; undefined asks for a text. */
	buttons: Button[] | undefined;
	asksForCode: boolean;
}

/** In characters. */
export const LONGEST_ANSWER = 5000;

export class Pages {
	/** @param own what the user entered at a path, or nothing */
	constructor(
		private readonly lang: LanguageCode,
		private readonly own: (path: string) => string,
	) {}

	say = (text: PageText): string => this.own(PLACES[text]).trim() || LANGUAGES[this.lang][text];

	/**
	 * @param triesLeft given after a wrong code
	 * @param written the text of the answer that came with it
	 */
	form({ question, buttons, asksForCode }: Form, triesLeft?: number, written = ''): string {
		const tooLong = written.length > LONGEST_ANSWER && `${written.length} / ${LONGEST_ANSWER}`;
		const wrong = triesLeft === undefined ? tooLong : `${this.say('wrongCode')} ${triesLeft}`;
		const alert = wrong ? `<p class="wrong" role="alert">${escape(wrong)}</p>` : '';
		const codeField = asksForCode
			? `<label>${escape(this.say('code'))}<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{4}" maxlength="4" required></label>`
			: '';
		const answer = buttons
			? (codeField && NO_BUTTON) + codeField + buttons.map(button).join('')
			: `<textarea name="answer" aria-labelledby="question" rows="5" maxlength="${LONGEST_ANSWER}" required>\n${escape(written)}</textarea>${codeField}<button class="main" type="submit">${escape(this.say('send'))}</button>`;
		return this.page(
			question,
			`<p id="question">${escape(question)}</p>${alert}<form method="post">${answer}</form>`,
		);
	}

	thanks(question: string, answer: string): string {
		const thanks = this.say('thanks');
		return this.page(thanks, `${paragraph(question)}${bold(answer)}${paragraph(thanks)}`);
	}

	answered(answer: string): string {
		const answered = this.say('answered');
		return this.page(answered, paragraph(answered) + bold(answer));
	}

	closed(): string {
		const closed = this.say('closed');
		return this.page(closed, paragraph(closed));
	}

	private page(title: string, content: string): string {
		return `<!DOCTYPE html>
<html lang="${this.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>`;
	}
}

/** Enter in the field of the code presses the first button of the form: this one, which does nothing. */
const NO_BUTTON = '<button type="submit" disabled style="display: none"></button>';

const button = ({ label, value }: Button, index: number): string =>
	`<button${index === 0 ? ' class="main"' : ''} type="submit" name="answer" value="${escape(value)}">${escape(label)}</button>`;

/** As on n8n's own pages, the content cannot use n8n's site. */
const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms";

/** Sends a page. Whoever has its address can answer, so no cache may keep it, and no referrer may tell its address. */
export function show(response: Response, status: number, html: string): void {
	response.status(status);
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.setHeader('Content-Security-Policy', POLICY);
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('X-Robots-Tag', 'noindex, nofollow');
	response.send(html);
}
