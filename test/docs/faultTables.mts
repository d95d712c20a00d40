import { createRequire } from 'node:module';

import type { NoAnswerKind } from '../../nodes/shared/api/faults.ts';
import { REASONS } from '../../nodes/Message/send/texts.ts';
import { table } from './markdown.mts';

// From the built package: of sources, tsx loads a copy for each import, and a fault of one is none of another's.
const load = createRequire(import.meta.url);
const built = <T,>(path: string): T => load(`../../dist/nodes/${path}.js`) as T;
const { NoAnswer, ServiceRefusal } =
	built<typeof import('../../nodes/shared/api/faults.ts')>('shared/api/faults');
const { describeNoAnswer, describeRefusal } =
	built<typeof import('../../nodes/shared/api/describe.ts')>('shared/api/describe');
const { READ, WRITE } =
	built<typeof import('../../nodes/shared/api/patience.ts')>('shared/api/patience');
const { judge, METHOD } =
	built<typeof import('../../nodes/Message/send/call.ts')>('Message/send/call');
const { CODES, RESULT_CODES } =
	built<typeof import('../../nodes/shared/api/resultCodes.ts')>('shared/api/resultCodes');

type Fault = InstanceType<typeof ServiceRefusal> | InstanceType<typeof NoAnswer>;

const HEAD = ['it says', 'repeated by itself', 'an SMS was'];

/** A code that nobody documented. */
const UNKNOWN_CODE = 77;

const noAnswer = (kind: NoAnswerKind, ...details: string[]) =>
	details.map((detail) => new NoAnswer(METHOD, kind, detail));

/** Ways to get no answer, with their details; the record names every kind. */
const NO_ANSWERS: Readonly<Record<NoAnswerKind, Fault[]>> = {
	unreachable: noAnswer('unreachable', 'ECONNREFUSED'),
	timeout: noAnswer('timeout', 'ECONNABORTED'),
	lost: noAnswer('lost', 'ECONNRESET'),
	httpStatus: noAnswer('httpStatus', '503', '429', '403'),
	html: noAnswer('html', ''),
	garbled: noAnswer('garbled', ''),
	tooLarge: noAnswer('tooLarge', 'more than 16 MB'),
	// Of lists alone, so it says nothing of a message.
	incomplete: [],
	redirect: noAnswer('redirect', 'https://www.example.com'),
	cancelled: noAnswer('cancelled', 'canceled'),
};

export const codeTable = (): string =>
	table(
		HEAD,
		[...Object.keys(RESULT_CODES).map(Number), UNKNOWN_CODE].map((code) =>
			row(new ServiceRefusal(METHOD, code, '', undefined)),
		),
	);

export const noAnswerTable = (): string => table(HEAD, Object.values(NO_ANSWERS).flat().map(row));

/** Why an outcome is unknown, and what to do. */
export const reasonTable = (): string =>
	table(
		['`details.reason`', 'what the node saw', 'what you do'],
		Object.entries(REASONS).map(([reason, { what, advice }]) => [`\`${reason}\``, what, advice]),
	);

function row(fault: Fault): string[] {
	const { message } =
		fault instanceof ServiceRefusal ? describeRefusal(fault) : describeNoAnswer(fault);
	// Code 100 reaches Send as a task, which it looks up.
	const isQueued = fault instanceof ServiceRefusal && fault.code === CODES.queued;
	const isOpen = isQueued || judge({ fault }).kind === 'unknown';
	const said = message.replace(`(code ${UNKNOWN_CODE})`, '(any other code)');
	return [said, again(fault), isOpen ? 'perhaps sent' : 'not sent'];
}

function again(fault: Fault): string {
	const [read, write] = [READ, WRITE].map(({ lastsMs }) => lastsMs(fault) / 1000);
	if (read === 0 && write === 0) return 'no';
	if (write === 0) return `reads, for ${read} s`;
	return read === write ? `all, for ${read} s` : `reads for ${read} s, all others for ${write} s`;
}
