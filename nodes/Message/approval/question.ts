import type { ItemParameters } from '../../shared/input/itemParameters';
import { integer, oneOf, zeroOrOne } from '../../shared/input/parse';
import { sender } from '../fields';
import { checkCountry } from '../send/allowedCountries';
import { blankPlaceholders } from '../sms/holes';
import { filledText } from '../sms/filledText';
import { readRecipient } from '../sms/recipient';
import { tokenOf } from './address';
import type { LanguageCode } from './languages';
import { readPage } from './pageTexts';
import { waitLimit } from './waitLimit';

/** Default. The question of an AI agent may contain everything that its tool was given. */
const MAX_SEGMENTS = 6;

/** A question to one person. */
export interface Question {
	recipient: string;
	/** Ties the answer to the person asked, see `tokenOf`. */
	token: string;
	text: string;
	from: string | undefined;
	/** The field of the output's data that has the answer. */
	answer: 'approved' | 'text';
	language: LanguageCode;
	/** The SMS has a code, which the page asks for. */
	asksForCode: boolean;
	/** 0 means no limit. */
	maxSegments: number;
	/** When the waiting ends, in ms since the epoch; undefined means never. */
	ends: number | undefined;
}

/** Reads one item of Send and Wait for Response. @throws ParameterRefusal */
export function readQuestion(item: ItemParameters): Question {
	const type = item.choice('responseType', ['approval', 'freeText'], 'approval');
	item.optional('approvalOptions.values.approvalType', oneOf(['single', 'double']));
	const recipient = readRecipient(item, 'options.defaultCountry');
	checkCountry(item, recipient);
	blankPlaceholders(item, 'message');
	return {
		token: item.required('recipient', tokenOf),
		recipient,
		text: item.required('message', (message) => filledText(message).trim()),
		from: item.describing('options.from', sender),
		answer: type === 'freeText' ? 'text' : 'approved',
		language: readPage(item),
		asksForCode: item.requiredIfAdded('options.askForCode', zeroOrOne) === 1,
		maxSegments:
			item.optional('options.maxSegments', integer({ min: 0, max: 100 })) ?? MAX_SEGMENTS,
		ends: item.optional('options.limitWaitTime', (limit, zones) =>
			waitLimit(limit, zones, Date.now()),
		),
	};
}
