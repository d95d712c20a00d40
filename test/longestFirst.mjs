import Sequencer from '@jest/test-sequencer';

/** So that no core has to wait for one of them at the end. */
const LONGEST = [
	'sending/faults',
	'trigger/n8nHistories',
	'trigger/histories',
	'trigger/setBack',
	'trigger/size',
	'freedoms/trigger',
];

const rank = ({ path }) => (LONGEST.some((name) => path.includes(`/${name}.`)) ? 0 : 1);

/** The longest test files before all others, also where no earlier run tells how long they take. */
export default class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
}
