import { deviations } from '../schemas/conformity.mts';
import { SCENARIOS } from '../operations/index.mts';
import { object } from '../schemas/schema.mts';
import { sample } from './samples.mts';

it.each(Object.entries(SCENARIOS))(
	'the sample of %s is what its output fields say',
	(choice, { output }) => {
		const [, json] = /```json\n([^]*)\n```/.exec(sample(choice)) ?? [];
		const example: unknown = JSON.parse(json);
		expect(deviations(example, object(output))).toEqual([]);
		// A field is in the sample, or named below it; one of two answers stands for both.
		const missing = Object.keys(output).filter(
			(field) =>
				!Object.hasOwn(Object(example), field) && !sample(choice).includes(`\`${field}\` (`),
		);
		expect(missing).toEqual([]);
	},
);
