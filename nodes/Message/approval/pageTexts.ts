import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { oneOf, text } from '../../shared/input/parse';
import { languageCodes, languageOf, textsIn, type LanguageCode, type PageTexts } from './languages';

export const languageOption: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [
		{ name: 'English', value: 'en' },
		{ name: 'German', value: 'de' },
		{ name: 'Kazakh', value: 'kk' },
		{ name: 'Portuguese', value: 'pt' },
		{ name: 'Russian', value: 'ru' },
		{ name: 'Ukrainian', value: 'uk' },
		{ name: 'Uzbek', value: 'uz' },
	],
	default: 'en',
	description:
		"Language of the page behind the link. Without this option it is that of the country of the credential's server, or English.",
};

/** Where a user replaces a text of the page. */
const PLACES: Record<keyof PageTexts, string> = {
	approve: 'approvalOptions.values.approveLabel',
	decline: 'approvalOptions.values.disapproveLabel',
	answered: 'options.pageTexts.values.answered',
	closed: 'options.pageTexts.values.closed',
	code: 'options.pageTexts.values.code',
	inSms: 'options.pageTexts.values.inSms',
	send: 'options.pageTexts.values.send',
	thanks: 'options.pageTexts.values.thanks',
	wrongCode: 'options.pageTexts.values.wrongCode',
};

/** The field for one text of the page. */
export const pageTextField = (displayName: string, key: keyof PageTexts): INodeProperties => ({
	displayName,
	name: PLACES[key].slice(PLACES[key].lastIndexOf('.') + 1),
	type: 'string',
	default: '',
	placeholder: `e.g. ${textsIn('en')[key]}`,
	description: `In place of "${textsIn('en')[key]}". Empty leaves the text to the language of the page.`,
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

/** Longer ones would not fit on a phone. */
const LONGEST = 300;

/** The language of the page; its own texts are checked. @throws ParameterRefusal */
export function readPage(item: ItemParameters): LanguageCode {
	for (const path of Object.values(PLACES)) item.describing(path, text({ max: LONGEST }));
	return item.optional('options.language', oneOf(languageCodes)) ?? languageOf(item.serverCountry);
}

/** What the page says in a place. */
export type Say = (key: keyof PageTexts) => string;

/** @param own what the user entered at a path, or nothing */
export const pageTexts =
	(language: LanguageCode, own: (path: string) => string): Say =>
	(key) =>
		own(PLACES[key]).trim().slice(0, LONGEST) || textsIn(language)[key];
