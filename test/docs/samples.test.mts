import { deviations } from '../schemas/conformity.mts';
import { OUTPUTS } from '../schemas/outputs.mts';
import { object } from '../schemas/schema.mts';
import { MISTAKES } from './mistakes.mts';
import { sample } from './samples.mts';

const choices = Object.keys(OUTPUTS);

it.each(choices)('the sample of %s is what its output fields say', (choice) => {
	const [, json] = /```json\n([^]*)\n```/.exec(sample(choice)) ?? [];
	const example: unknown = JSON.parse(json);
	expect(deviations(example, object(OUTPUTS[choice]))).toEqual([]);
	// A field is in the sample, or named below it; one of two answers stands for both.
	const missing = Object.keys(OUTPUTS[choice]).filter(
		(field) => !Object.hasOwn(Object(example), field) && !sample(choice).includes(`\`${field}\` (`),
	);
	expect(missing).toEqual([]);
});

it('every operation and trigger has its mistakes, and nothing else', () => {
	expect(Object.keys(MISTAKES).sort()).toEqual([...choices].sort());
});
