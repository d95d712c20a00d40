import type { INodeProperties } from 'n8n-workflow';

import { fullLink } from '../../nodes/Link/fullLink.ts';
import { linkLocator, readLocator } from '../../nodes/Link/reference.ts';
import { countryOf } from '../../nodes/Message/sms/countries.ts';
import { filledText } from '../../nodes/Message/sms/filledText.ts';
import { recipient as readNumber } from '../../nodes/Message/sms/recipient.ts';
import { ItemParameters, type Parse } from '../../nodes/shared/input/itemParameters.ts';
import { id, ids, text } from '../../nodes/shared/input/parse.ts';
import { serviceTime } from '../../nodes/shared/input/time/zone.ts';
import { table } from './markdown.mts';
import { ZONES } from './timeTables.mts';

/** What is said of values of parameters, by their names and paths. @throws Error when nothing is refused after all */
function refused(
	fields: INodeProperties[],
	values: Readonly<Record<string, unknown>>,
	read: (item: ItemParameters) => unknown,
): string {
	const getNodeParameter = (name: string, _item: number, fallback: object | null): unknown =>
		values[name] ?? fallback;
	try {
		read(new ItemParameters({ getNodeParameter }, 0, fields, ZONES));
	} catch (refusal) {
		// Not by its class: tsx loads a module twice, for import and for require.
		if (!(refusal instanceof Error) || !('hint' in refusal)) throw refusal;
		if (refusal.message.includes('could not be read')) throw refusal;
		return refusal.message;
	}
	throw new Error('nothing was refused');
}

/** A parameter by its displayed name, and a value that it does not take. */
type Example = [label: string, parse: Parse<unknown>, value: unknown, shown?: string];

const recipient: Parse<string> = (value) => readNumber(value);
const inBrazil: Parse<string> = (value) => readNumber(value, { server: countryOf('BR') });

const INPUTS: Example[] = [
	['Text', text(), '', 'nothing'],
	['Text', filledText, 'Dear {{ $json.name }}'],
	['Text', filledText, 'Dear [object Object]'],
	['Recipient', recipient, '0701 123 45 67'],
	['Recipient', recipient, '701 123 45 67'],
	['Recipient', inBrazil, '51 99876-5432', '`51 99876-5432` on the server of Brazil'],
	['Recipient', recipient, '7,70112E+10'],
	['Recipient', recipient, '+7 701 123 45 67, +7 701 765 43 21'],
	['Recipient', recipient, '+49 (0) 170 1234567'],
	['Message IDs', ids, 'msg-1'],
	['Campaign ID', id, 2 ** 70, 'a number of 22 digits'],
	['Full Link', fullLink, 'example'],
];

const TIMES: Example[] = [
	...['11/12/2026', '21.11.26', '2026-02-30', '2026-11-21 9:30 PM'],
	...['20261121', '21:30', '2026-03-29T02:30:00'],
].map((value) => ['Date From', (given, zones) => serviceTime(given, zones), value]);

const saidOf = ([label, parse, value, shown]: Example): string[] => {
	const field: INodeProperties = { displayName: label, name: 'value', type: 'string', default: '' };
	const message = refused([field], { value }, (item) => item.required('value', parse));
	return [shown ?? `\`${String(value)}\``, message];
};

/** Refused values with what is said of them, as the nodes' own parsers say it. */
export const inputTable = (): string =>
	table(
		['given', 'it says'],
		[
			...INPUTS.map(saidOf),
			[
				'`mbzn.co/abcd` by code',
				refused([linkLocator], { link: { mode: 'code', value: 'mbzn.co/abcd' } }, readLocator),
			],
		],
	);

export const refusedTimeTable = (): string => table(['given', 'it says'], TIMES.map(saidOf));
