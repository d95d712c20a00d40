import type { NoAnswerKind } from '../../nodes/shared/api/faults.ts';
import {
	built,
	describeNoAnswer,
	describeRefusal,
	judge,
	METHOD,
	NoAnswer,
	READ,
	ServiceRefusal,
	WRITE,
} from './built.mts';
import { table } from './fill.mts';

const { CODES, RESULT_CODES } =
	built<typeof import('../../nodes/shared/api/resultCodes.ts')>('shared/api/resultCodes');

type Fault = ReturnType<typeof refusal> | ReturnType<typeof noAnswer>;

const HEAD = ['it says', 'what to do', 'repeated by itself', 'an SMS was'];

/** A code that nobody documented. */
const UNKNOWN_CODE = 77;

const refusal = (code: number, data?: unknown) => new ServiceRefusal(METHOD, code, '', data);

const noAnswer = (kind: NoAnswerKind, detail = '') => new NoAnswer(METHOD, kind, detail);

/** Ways to get no answer; the record names every kind. */
const NO_ANSWERS: Readonly<Record<NoAnswerKind, Array<ReturnType<typeof noAnswer>>>> = {
	unreachable: [noAnswer('unreachable', 'ECONNREFUSED')],
	timeout: [noAnswer('timeout', 'ECONNABORTED')],
	lost: [noAnswer('lost', 'ECONNRESET')],
	httpStatus: ['503', '429', '403'].map((status) => noAnswer('httpStatus', status)),
	html: [noAnswer('html')],
	garbled: [noAnswer('garbled')],
	tooLarge: [noAnswer('tooLarge', 'more than 16 MB')],
	// Of lists alone, so it says nothing of a message.
	incomplete: [],
	redirect: [noAnswer('redirect', 'https://www.example.com')],
	cancelled: [noAnswer('cancelled')],
};

export const codeTable = (): string =>
	table(
		HEAD,
		[...Object.keys(RESULT_CODES).map(Number), UNKNOWN_CODE].map((code) => row(refusal(code))),
	);

export const noAnswerTable = (): string => table(HEAD, Object.values(NO_ANSWERS).flat().map(row));

/** What the test of the credential mostly says. */
export const credentialTable = (): string =>
	table(
		['it says', 'what to do'],
		[
			refusal(8),
			refusal(13, 'api.mobizon.ua'),
			refusal(9),
			refusal(14),
			noAnswer('unreachable'),
			noAnswer('html'),
		].map((fault) => row(fault).slice(0, 2)),
	);

function row(fault: Fault): string[] {
	const { message, description } =
		fault instanceof ServiceRefusal ? describeRefusal(fault) : describeNoAnswer(fault);
	const [advice] = description.split(' · ');
	// Code 100 reaches Send as a task, which it looks up.
	const isQueued = fault instanceof ServiceRefusal && fault.code === CODES.queued;
	const isOpen = isQueued || judge({ fault }).kind === 'unknown';
	const said = message.replace(`(code ${UNKNOWN_CODE})`, '(any other code)');
	return [said, advice, again(fault), isOpen ? 'perhaps sent' : 'not sent'];
}

function again(fault: Fault): string {
	const [read, write] = [READ, WRITE].map(({ lastsMs }) => lastsMs(fault) / 1000);
	if (read === 0 && write === 0) return 'no';
	if (write === 0) return `reads, for ${read} s`;
	return read === write ? `all, for ${read} s` : `reads for ${read} s, all others for ${write} s`;
}
