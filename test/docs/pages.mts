import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { judge, METHOD } from '../../nodes/Message/send/call.ts';
import type { SentOutcome } from '../../nodes/Message/send/output.ts';
import { REASONS } from '../../nodes/Message/send/texts.ts';
import { countryOf } from '../../nodes/Message/sms/countries.ts';
import { filledText } from '../../nodes/Message/sms/filledText.ts';
import { recipient as readNumber } from '../../nodes/Message/sms/recipient.ts';
import { describe } from '../../nodes/shared/api/describe.ts';
import { NoResponse, ServiceRefusal, type NoResponseKind } from '../../nodes/shared/api/faults.ts';
import { patienceFor } from '../../nodes/shared/api/patience.ts';
import { CODES, RESULT_CODES } from '../../nodes/shared/api/resultCodes.ts';
import { ItemParameters, type Parse } from '../../nodes/shared/input/itemParameters.ts';
import { id, Refusal } from '../../nodes/shared/input/parse.ts';
import { readTime } from '../../nodes/shared/input/time/readTime.ts';
import { serviceTime, type Zones } from '../../nodes/shared/input/time/zone.ts';
import type { FailedOutcome } from '../../nodes/shared/operation/nodeError.ts';
import { fill, table } from './markdown.mts';
import { nodePage } from './nodePage.mts';

/** The zones of all examples. Almaty is at +05:00 all year, Berlin at +01:00 in winter. */
const ZONES: Zones = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };

const MOMENT = DateTime.fromISO('2026-11-21T21:30:00', { zone: ZONES.workflow });

const ACCEPTED: Array<[what: string, value: unknown, shown?: string]> = [
	["n8n's date objects", MOMENT, '{{ $now }}'],
	["n8n's date picker, ISO without offset", '2026-11-21T21:30:00'],
	['ISO with an offset or Z', '2026-11-21T21:30:00+01:00'],
	['unix seconds or milliseconds', MOMENT.toMillis()],
	["the service's own form", '2026-11-21 21:30:00'],
	['with slashes or dots', '2026/11/21 21:30'],
	['with dots, the day first', '21.11.2026 21:30'],
	['a spreadsheet, with a clock', 46347.895833333],
	['a spreadsheet, a day', 46347],
	['a day alone, or `21.11.2026`', '2026-11-21'],
];

/** What `readTime` made out, in the words of the page. */
function meaning(value: unknown): string {
	const reading = readTime(value);
	if (reading.kind === 'instant') return 'a moment, the same everywhere';
	return reading.kind === 'day' ? 'a day of the account' : `a time of the ${reading.zone}`;
}

const timeTable = (): string =>
	table(
		['form', 'example', 'is'],
		ACCEPTED.map(([what, value, shown]) => [what, `\`${shown ?? String(value)}\``, meaning(value)]),
	);

/** A parameter by its displayed name, and a value that it does not take. */
type Example = [label: string, parse: Parse<unknown>, value: unknown, shown?: string];

const recipient: Parse<string> = (value) => readNumber(value);
const inBrazil: Parse<string> = (value) => readNumber(value, { server: countryOf('BR') });

const INPUTS: Example[] = [
	['Text', filledText, 'Dear {{ $json.name }}'],
	['Recipient', recipient, '0701 123 45 67'],
	['Recipient', recipient, '701 123 45 67'],
	['Recipient', inBrazil, '51 99876-5432', '`51 99876-5432` on the server of Brazil'],
	['Recipient', recipient, '7,70112E+10'],
	['Recipient', recipient, '+7 701 123 45 67, +7 701 765 43 21'],
	['Campaign ID', id, 2 ** 70, 'a number of 22 digits'],
];

const TIMES: Example[] = [
	...['11/12/2026', '21.11.26', '2026-11-21 9:30 PM', '2026-11-21 9:30-11:00'],
	...['20261121', '2026-03-29T02:30:00'],
].map((value) => ['Date From', (given, zones) => serviceTime(given, zones), value]);

/** A value, and what is said of it. @throws Error when it is not refused after all */
function saidOf([label, parse, value, shown]: Example): string[] {
	const field: INodeProperties = { displayName: label, name: 'value', type: 'string', default: '' };
	const item = new ItemParameters({ getNodeParameter: () => value }, 0, [field], ZONES);
	try {
		item.required('value', parse);
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		if (refusal.message.includes('could not be read')) throw refusal;
		return [shown ?? `\`${String(value)}\``, refusal.message];
	}
	throw new Error('nothing was refused');
}

/** Refused values with what is said of them, as the nodes' own parsers say it. */
const refusalTable = (examples: Example[]): string =>
	table(['given', 'it says'], examples.map(saidOf));

type Fault = ServiceRefusal | NoResponse;

const HEAD = ['it says', 'repeated by itself', 'an SMS was'];

/** A code that nobody documented. */
const UNKNOWN_CODE = 77;

const noResponse = (kind: NoResponseKind, ...details: string[]) =>
	details.map((detail) => new NoResponse(METHOD, kind, detail));

/** Ways to get no response, with their details; the record names every kind. */
const NO_RESPONSES: Readonly<Record<NoResponseKind, Fault[]>> = {
	unreachable: noResponse('unreachable', 'ECONNREFUSED'),
	untrusted: noResponse('untrusted', 'SELF_SIGNED_CERT_IN_CHAIN'),
	blocked: noResponse('blocked', ''),
	timeout: noResponse('timeout', 'ECONNABORTED'),
	lost: noResponse('lost', 'ECONNRESET'),
	httpStatus: noResponse('httpStatus', '503', '429', '403'),
	html: noResponse('html', ''),
	garbled: noResponse('garbled', ''),
	tooLarge: noResponse('tooLarge', 'more than 16 MB'),
	// Of lists alone, so it says nothing of a message.
	incomplete: [],
	unaccepted: [],
	redirect: noResponse('redirect', 'https://www.example.com'),
	cancelled: noResponse('cancelled', ''),
};

const codeTable = (): string =>
	table(
		HEAD,
		[...Object.keys(RESULT_CODES).map(Number), UNKNOWN_CODE].map((code) =>
			row(new ServiceRefusal(METHOD, code, '', undefined)),
		),
	);

const noResponseTable = (): string => table(HEAD, Object.values(NO_RESPONSES).flat().map(row));

/** The record names every outcome. */
const OUTCOMES: Readonly<Record<SentOutcome | FailedOutcome, [wasSent: string, what: string]>> = {
	accepted: [
		'yes, or later',
		'The service has the message. If `statusText` is `deferred` it goes out at its time, if `awaitingModeration` once a moderator approves it',
	],
	queued: ['perhaps', 'The service took the call, and may send the message later: look for it'],
	skipped: ['no', 'Its Send Once Key was sent before, or Skip Recipients has the number'],
	dryRun: ['no', 'Dry Run was on'],
	refused: ['no', 'The input, a cap or the service did not allow it: correct it and send it again'],
	notSent: ['no', 'The run ended before its turn: send it again'],
	unknown: ['perhaps', 'Send it again only if the list does not have it'],
	failed: ['no', 'An operation that sends nothing did not succeed'],
};

const outcomeTable = (): string =>
	table(
		['`outcome`', 'was an SMS sent', 'what it means'],
		Object.entries(OUTCOMES).map(([outcome, texts]) => [`\`${outcome}\``, ...texts]),
	);

/** Why an outcome is unknown, and what to do. */
const reasonTable = (): string =>
	table(
		['`details.reason`', 'what the node saw', 'what you do'],
		Object.entries(REASONS).map(([reason, { what, advice }]) => [`\`${reason}\``, what, advice]),
	);

function row(fault: Fault): string[] {
	const { message = '' } = describe(fault) ?? {};
	// Code 100 reaches Send as a task, which it looks up.
	const isQueued = fault instanceof ServiceRefusal && fault.code === CODES.queued;
	const isOpen = isQueued || judge({ fault }).kind === 'unknown';
	const said = message.replace(`(code ${UNKNOWN_CODE})`, '(any other code)');
	return [said, again(fault), isOpen ? 'perhaps sent' : 'not sent'];
}

function again(fault: Fault): string {
	const kinds = ['reads', 'writes'] as const;
	const [read, write] = kinds.map((kind) => patienceFor(fault, kind, false) / 1000);
	if (read === 0 && write === 0) return 'no';
	if (write === 0) return `reads, for ${read} s`;
	return read === write ? `all, for ${read} s` : `reads for ${read} s, all others for ${write} s`;
}

/** What is generated, by page and by the name of its place there; the rest is written by hand. */
const PARTS: Array<[page: string, name: string, part: () => string | Promise<string>]> = [
	['message', 'operations', async () => await nodePage('message')],
	['link', 'operations', async () => await nodePage('link')],
	['trigger', 'parameters', async () => await nodePage('messageTrigger')],
	['clicks', 'parameters', async () => await nodePage('linkTrigger')],
	['errors', 'result codes', codeTable],
	['errors', 'no response', noResponseTable],
	['errors', 'refused input', () => refusalTable(INPUTS)],
	['reliability', 'outcomes', outcomeTable],
	['reliability', 'reasons', reasonTable],
	['times', 'accepted times', timeTable],
	['times', 'refused times', () => refusalTable(TIMES)],
];

export async function pages(): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const [page, name, part] of PARTS) {
		const file = `docs/${page}.md`;
		found.set(file, fill(found.get(file) ?? readFileSync(file, 'utf8'), name, await part()));
	}
	return found;
}
