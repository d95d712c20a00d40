import { OpenQuestions } from '../../nodes/Message/approval/openQuestions.ts';

test('an answer is shown to others for a minute; where n8n did not go on, the question is open again', () => {
	let now = 0;
	const questions = new OpenQuestions(() => now);
	questions.take('1', 'Pay');
	questions.take('2', undefined);
	now = 59_999;
	expect(['1', '2', '3'].map((key) => questions.taken(key)?.answer)).toEqual([
		'Pay',
		undefined,
		undefined,
	]);
	expect(questions.taken('2')).toBeDefined();
	now = 60_000;
	expect([questions.taken('1'), questions.taken('2')]).toEqual([undefined, undefined]);
});

test('three wrong codes stay three, also after an answer; the oldest of 1,000 questions is forgotten', () => {
	const questions = new OpenQuestions(() => 0);
	const left = [1, 2, 3, 4].map(() => {
		questions.wrongCode('first');
		return questions.triesLeft('first');
	});
	questions.take('first', 'Pay');
	expect([...left, questions.triesLeft('first')]).toEqual([2, 1, 0, 0, 0]);
	for (let n = 0; n < 999; n++) questions.wrongCode(String(n));
	expect(questions.triesLeft('first')).toBe(0);
	questions.wrongCode('one more');
	expect([questions.triesLeft('first'), questions.triesLeft('0')]).toEqual([3, 2]);
});
