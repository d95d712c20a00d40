import { assign, fits, mayReach } from '../../../nodes/Message/send/match';

const bracket = { from: 10_000, unsure: 0 };
const idsOf = (ids: string) => new Set(ids.split(',').filter(Boolean));
const row = (id: string, ...times: number[]) => ({ id, campaignId: '1', text: '', times });

test.each([
	['made after the call began', row('70', 10_000), undefined, true],
	['in the same second, which the list cuts off', row('70', 9_001), undefined, true],
	['a second before', row('70', 9_000), undefined, false],
	['changed before, whenever it was made', row('70', 20_000, 9_000), undefined, false],
	['of which no time is known', row('70'), undefined, true],
	['above what was known', row('70', 10_000), '69', true],
	['not above what was known', row('70', 10_000), '70', false],
	['with a longer ID', row('100', 10_000), '99', true],
	['with a shorter ID', row('99', 10_000), '100', false],
])('a message %s', (_, message, above, expected) => {
	expect(fits(message, { ...bracket, above })).toBe(expected);
});

test.each([
	['before its end', 4_000, 5_000, true],
	['in the second in which it ended, which lists cut off', 5_999, 5_000, true],
	['in the next second', 6_000, 5_000, false],
	['at any time, while it is open', 90_000, undefined, true],
])('a call that began %s may reach it', (_, began, to, expected) => {
	expect(mayReach(began, { ...bracket, to })).toBe(expected);
});

test.each([
	['one call, one message', ['1'], ['1']],
	['one call, two messages', ['1,2'], [undefined]],
	['one call, none', [''], [undefined]],
	['two calls, two messages that both fit: in their order', ['9,10', '10,9'], ['9', '10']],
	['two calls, one message that fits both', ['1', '1'], [undefined, undefined]],
	['two calls, one message that fits the second', ['', '1'], [undefined, '1']],
	['three calls, of which two share a message', ['1', '1', '2'], [undefined, undefined, '2']],
	['in an order that cannot be', ['2', '1'], ['2', '1']],
])('%s', (_, calls, expected) => {
	expect(assign(calls.map(idsOf), true)).toEqual(expected);
});

test.each([
	['all of two are found', ['1', '2'], ['1', '2']],
	['one of two may be the message of the other', ['1', ''], [undefined, undefined]],
	['in an order that cannot be', ['2', '1'], [undefined, undefined]],
])('where nothing shows that the times are right: %s', (_, calls, expected) => {
	expect(assign(calls.map(idsOf), false)).toEqual(expected);
});
