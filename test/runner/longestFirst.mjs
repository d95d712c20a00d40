import Sequencer from '@jest/test-sequencer';

/** So that no core has to wait for one of them at the end. */
const LONGEST = [
	'sending/onceStore',
	'sending/faults',
	'strangers/regularExpressions',
	'freedoms/lists',
	'trigger/campaigns',
	'trigger/histories',
	'linkTrigger/histories',
	'freedoms/writes',
];

/** V8's counts of steps take as long as the process has code: with that of all other tests, for ever. */
const FIRST = 'strangers/steps';

const rank = ({ path }) => {
	if (path.includes(`/${FIRST}.`)) return 0;
	return LONGEST.some((name) => path.includes(`/${name}.`)) ? 1 : 2;
};

/** The longest test files before all others, also where no earlier run tells how long they take. */
export default class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
}
