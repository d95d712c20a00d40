import { isNotMade, METHOD, NotMade, Silence } from '../../../nodes/Message/sending/verdict';
import { NoAnswer, type NoAnswerKind } from '../../../nodes/shared/api/faults';

const noAnswer = (kind: NoAnswerKind) => new NoAnswer(METHOD, kind, '');

test('a call was not made when the run was stopped before it went out', () => {
	const faults = [new NotMade(), noAnswer('cancelled'), noAnswer('lost'), new Error(), undefined];
	expect(faults.map(isNotMade)).toEqual([true, true, false, false, false]);
});

test.each<[NoAnswerKind, number]>([
	['timeout', 3],
	['lost', 3],
	['garbled', 10],
	['httpStatus', 10],
])('the service is silent when so many calls in a row end with %s: %i', (kind, calls) => {
	const silence = new Silence();
	const met = (times: number) => {
		for (let n = 0; n < times; n++) silence.after({ kind: 'unknown', fault: noAnswer(kind) });
		return silence.isLong;
	};
	expect(met(calls - 1)).toBe(false);
	silence.after({ kind: 'refused', fault: undefined });
	expect(met(calls - 1)).toBe(false);
	expect(met(1)).toBe(true);
});
