import { campaignIds, partOfNumber } from '../../nodes/Message/criteria.ts';
import { readLocator, linkLocator } from '../../nodes/Link/reference/linkLocator.ts';
import type { Parse } from '../../nodes/shared/input/itemParameters.ts';
import { id, ids, integer, text } from '../../nodes/shared/input/parse.ts';
import { fullLink } from '../../nodes/Link/fullLink.ts';
import { countryOf } from '../../nodes/Message/sms/countries.ts';
import { filledText } from '../../nodes/Message/sms/filledText.ts';
import { recipient as readNumber } from '../../nodes/Message/sms/recipient.ts';
import { table } from './fill.mts';
import { refused, refusedValue } from './refused.mts';

const recipient: Parse<string> = (value) => readNumber(value);

const onBrazilianServer: Parse<string> = (value) => readNumber(value, { server: countryOf('BR') });

/** A parameter by its displayed name, and a value that it does not take. */
type Example = [label: string, parse: Parse<unknown>, value: unknown, shown?: string];

const EXAMPLES: Example[] = [
	['Text', text(), ''],
	['Text', filledText, 'Dear {{ $json.name }}'],
	['Text', filledText, 'Dear [object Object]'],
	['Recipient', recipient, '0701 123 45 67'],
	['Recipient', recipient, '701 123'],
	['Recipient', recipient, '701 123 45 67'],
	['Recipient', recipient, '(51) 99876-5432'],
	['Recipient', onBrazilianServer, '51 99876-5432', '`51 99876-5432` on the server of Brazil'],
	['Recipient', recipient, '7,70112E+10'],
	['Recipient', recipient, '+7 701 123 45 67, +7 701 765 43 21'],
	['Recipient', recipient, '+7 701 123 45 67 ext. 5'],
	['Recipient', recipient, '+49 (0) 170 1234567'],
	['Recipient', recipient, 'Anna'],
	['Recipient', recipient, ['77011234567'], 'a list'],
	['Validity (Minutes)', integer({ min: 60, max: 1440, unit: ' minutes' }), 30],
	['Validity (Minutes)', integer({ min: 60, max: 1440, unit: ' minutes' }), 'one hour'],
	['Campaign Name', text({ max: 255 }), 'x'.repeat(300), '300 characters'],
	['Message IDs', ids, 'msg-1'],
	['Campaign ID', id, 2 ** 70, 'a number of 22 digits'],
	['Campaign IDs', campaignIds, Array.from({ length: 101 }, (_, n) => n + 1), '101 IDs'],
	['To', partOfNumber, 'Anna'],
	['Full Link', fullLink, 'example'],
];

/** Refused values with what is said of them, as the nodes' own parsers say it. */
export const inputTable = (): string =>
	table(
		['given', 'it says', 'what to do'],
		[...EXAMPLES.map(parameterRow), locatorRow('code', 'mbzn.co/abcd'), locatorRow('url', 'abcd')],
	);

const parameterRow = ([label, parse, value, shown]: Example): string[] => [
	shown ?? quoted(value),
	...refusedValue(label, value, parse),
];

const locatorRow = (mode: string, value: string): string[] => [
	quoted(value),
	...refused([linkLocator], { link: { mode, value } }, readLocator),
];

const quoted = (value: unknown) => (value === '' ? 'nothing' : `\`${String(value)}\``);
