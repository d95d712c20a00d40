import { Claims } from '../../../nodes/shared/operation/journal/claims';

const item = (slot: string) => ({ slot, key: 'order-1' });
const [first, second, other] = ['1', '2', '3'].map(item);
const [run, otherRun] = [{}, {}];

test.each(['free', 'seen'] as const)(
	"a key that is %s after the first item of a run is not the second one's when another run took it",
	(state) => {
		const claims = new Claims();
		for (const each of [first, second]) expect(claims.take(each, run)).toBe(true);
		claims.decide(first, state);
		expect(claims.stateFor(second, run)).toBe(state);
		expect(claims.take(other, otherRun)).toBe(true);
		expect(claims.stateFor(second, run)).toBe('elsewhere');
		claims.drop([other], otherRun);
		expect(claims.stateFor(second, run)).toBe('elsewhere');
	},
);
