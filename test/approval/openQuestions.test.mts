import { OpenQuestions } from '../../nodes/Message/approval/openQuestions.ts';

test('an answer is shown to others for a minute; where n8n did not go on, the question is open again', () => {
	let now = 0;
	const questions = new OpenQuestions(() => now);
	questions.take('1', 'Pay');
	questions.take('2', undefined);
	const taken = () => ['1', '2', '3'].map((key) => questions.of(key).taken);
	now = 59_999;
	expect(taken()).toEqual([{ answer: 'Pay', at: 0 }, { answer: undefined, at: 0 }, undefined]);
	now = 60_000;
	expect(taken()).toEqual([undefined, undefined, undefined]);
});

test('three wrong codes stay three, also after an answer; the oldest of 1,000 questions is forgotten', () => {
	const questions = new OpenQuestions(() => 0);
	expect([1, 2, 3, 4].map(() => questions.wrongCode('first'))).toEqual([2, 1, 0, 0]);
	questions.take('first', 'Pay');
	for (let n = 0; n < 999; n++) questions.wrongCode(String(n));
	expect(questions.of('first').triesLeft).toBe(0);
	questions.wrongCode('one more');
	expect(['first', '0'].map((key) => questions.of(key).triesLeft)).toEqual([3, 2]);
});
