import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { oneOf, text } from '../../shared/input/parse';

/** The texts of the page, by where a user replaces them. */
export const PLACES = {
	approve: 'approvalOptions.values.approveLabel',
	decline: 'approvalOptions.values.disapproveLabel',
	/** Followed by the answer that counts. */
	answered: 'options.pageTexts.values.answered',
	closed: 'options.pageTexts.values.closed',
	/** Label of the field for the code. */
	code: 'options.pageTexts.values.code',
	inSms: 'options.pageTexts.values.inSms',
	send: 'options.pageTexts.values.send',
	thanks: 'options.pageTexts.values.thanks',
	/** Followed by the number of tries. */
	wrongCode: 'options.pageTexts.values.wrongCode',
};

export type PageText = keyof typeof PLACES;

interface Language extends Record<PageText, string> {
	name: string;
	/** Country of the server whose users read it. */
	country?: string;
	/** What stands before the code in the SMS. The second one is in GSM-7, for a text that is. */
	codeWords: readonly [word: string, plain: string];
}

export type LanguageCode = 'en' | 'de' | 'kk' | 'pt' | 'ru' | 'uk' | 'uz';

/** In the order of their names. */
export const LANGUAGES: Record<LanguageCode, Language> = {
	en: {
		name: 'English',
		codeWords: ['Code', 'Code'],
		approve: 'Approve',
		decline: 'Decline',
		send: 'Send',
		code: 'Code from the SMS',
		wrongCode: 'This is not the code from the SMS. Tries left:',
		thanks: 'Thank you. You can close this page.',
		answered: 'This question was answered before. The answer that counts:',
		closed: 'This question is closed and takes no more answers.',
		inSms: 'The question is in the SMS with the link to this page.',
	},
	de: {
		name: 'German',
		country: 'DE',
		codeWords: ['Code', 'Code'],
		approve: 'Genehmigen',
		decline: 'Ablehnen',
		send: 'Senden',
		code: 'Code aus der SMS',
		wrongCode: 'Das ist nicht der Code aus der SMS. Verbleibende Versuche:',
		thanks: 'Vielen Dank. Sie können diese Seite schließen.',
		answered: 'Diese Frage wurde schon beantwortet. Es gilt die Antwort:',
		closed: 'Diese Frage ist geschlossen. Antworten sind nicht mehr möglich.',
		inSms: 'Die Frage steht in der SMS mit dem Link zu dieser Seite.',
	},
	kk: {
		name: 'Kazakh',
		country: 'KZ',
		codeWords: ['Код', 'Kod'],
		approve: 'Мақұлдау',
		decline: 'Қабылдамау',
		send: 'Жіберу',
		code: 'SMS-тегі код',
		wrongCode: 'Бұл SMS-тегі код емес. Қалған әрекет саны:',
		thanks: 'Рақмет. Бұл бетті жабуға болады.',
		answered: 'Бұл сұраққа бұған дейін жауап берілген. Есепке алынған жауап:',
		closed: 'Бұл сұрақ жабылды, жауаптар енді қабылданбайды.',
		inSms: 'Сұрақ осы беттің сілтемесі бар SMS-те.',
	},
	pt: {
		name: 'Portuguese',
		country: 'BR',
		codeWords: ['Código', 'Codigo'],
		approve: 'Aprovar',
		decline: 'Recusar',
		send: 'Enviar',
		code: 'Código do SMS',
		wrongCode: 'Este não é o código do SMS. Tentativas restantes:',
		thanks: 'Obrigado. Você já pode fechar esta página.',
		answered: 'Esta pergunta já foi respondida. A resposta que vale:',
		closed: 'Esta pergunta está encerrada e não aceita mais respostas.',
		inSms: 'A pergunta está no SMS com o link para esta página.',
	},
	ru: {
		name: 'Russian',
		codeWords: ['Код', 'Kod'],
		approve: 'Одобрить',
		decline: 'Отклонить',
		send: 'Отправить',
		code: 'Код из SMS',
		wrongCode: 'Это не код из SMS. Осталось попыток:',
		thanks: 'Спасибо. Эту страницу можно закрыть.',
		answered: 'На этот вопрос уже ответили. Засчитан ответ:',
		closed: 'Этот вопрос закрыт, ответы больше не принимаются.',
		inSms: 'Вопрос находится в SMS со ссылкой на эту страницу.',
	},
	uk: {
		name: 'Ukrainian',
		country: 'UA',
		codeWords: ['Код', 'Kod'],
		approve: 'Схвалити',
		decline: 'Відхилити',
		send: 'Надіслати',
		code: 'Код із SMS',
		wrongCode: 'Це не код із SMS. Залишилося спроб:',
		thanks: 'Дякуємо. Цю сторінку можна закрити.',
		answered: 'На це запитання вже відповіли. Зараховано відповідь:',
		closed: 'Це запитання закрито, відповіді більше не приймаються.',
		inSms: 'Запитання міститься в SMS із посиланням на цю сторінку.',
	},
	uz: {
		name: 'Uzbek',
		country: 'UZ',
		codeWords: ['Kod', 'Kod'],
		approve: 'Tasdiqlash',
		decline: 'Rad etish',
		send: 'Yuborish',
		code: 'SMSdagi kod',
		wrongCode: 'Bu SMSdagi kod emas. Qolgan urinishlar soni:',
		thanks: 'Rahmat. Bu sahifani yopishingiz mumkin.',
		answered: 'Bu savolga avval javob berilgan. Hisobga olingan javob:',
		closed: 'Bu savol yopilgan, javoblar endi qabul qilinmaydi.',
		inSms: 'Savol shu sahifaga havola yuborilgan SMSda.',
	},
};

export const isLanguage = (code: unknown): code is LanguageCode =>
	typeof code === 'string' && Object.hasOwn(LANGUAGES, code);

export const languageCodes: LanguageCode[] = Object.keys(LANGUAGES).filter(isLanguage);

export const languageOption: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: languageCodes.map((value) => ({ name: LANGUAGES[value].name, value })),
	default: 'en',
	description:
		"Language of the page behind the link. Without this option it is that of the country of the credential's server, or English.",
};

/** In characters: longer ones would not fit on a phone. */
const LONGEST = 300;

export const pageTextField = (displayName: string, key: PageText): INodeProperties => ({
	displayName,
	name: PLACES[key].slice(PLACES[key].lastIndexOf('.') + 1),
	type: 'string',
	default: '',
	placeholder: `e.g. ${LANGUAGES.en[key]}`,
	description: `In place of "${LANGUAGES.en[key]}", at most ${LONGEST} characters. Empty leaves the text to the language of the page.`,
});

export const pageTextsOption: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'fixedCollection',
	placeholder: 'Replace Text',
	default: {},
	description: 'Your own texts for the page behind the link',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				pageTextField('Answered Before', 'answered'),
				pageTextField('Closed', 'closed'),
				pageTextField('Code Label', 'code'),
				pageTextField('Question Is in the SMS', 'inSms'),
				pageTextField('Send Button Label', 'send'),
				pageTextField('Thanks', 'thanks'),
				pageTextField('Wrong Code', 'wrongCode'),
			],
		},
	],
};

/** Also checks the own texts. @throws Refusal */
export function readPage(item: ItemParameters): LanguageCode {
	for (const path of Object.values(PLACES)) item.describing(path, text({ max: LONGEST }));
	return (
		item.optional('options.language', oneOf(languageCodes)) ??
		languageCodes.find((code) => LANGUAGES[code].country === (item.serverCountry ?? '')) ??
		'en'
	);
}
