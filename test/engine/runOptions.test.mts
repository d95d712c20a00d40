import type { IDataObject } from 'n8n-workflow';

import { NO_TEXT } from './badInputs/target.mts';
import { CONTINUE, fromItem, harness } from './lib/harness.mts';

const h = harness();
const SEND = { recipient: '77011231000', text: 'Hi' };

/** One choice for the whole run: the editor takes no expression for them, so they are given as they are. */
test.each([
	['Max Concurrent', 'maxConcurrent', [-1, 51, 1.5, 'x']],
	['Interval (Ms)', 'interval', [-1, 1e9, 'x']],
	['Max Messages', 'maxMessages', [-1, 0.5, 'x']],
	['Max Total Segments', 'maxTotalSegments', [-1, 0.5, 'x']],
	['Wait for Delivery (Seconds)', 'waitForDelivery', [-1, 3601, 'x']],
])(
	'%s: what it cannot be is refused by its name, and nothing is sent',
	async (label, name, values) => {
		for (const value of values) {
			const { error } = await h.message('message.send', { ...SEND, options: { [name]: value } });
			expect(error?.message).toMatch(new RegExp(`^"${label.replace(/[()]/g, '\\$&')}" `));
		}
		expect(h.service.calls).toEqual([]);
	},
);

test('a Send Once Key that is none is refused, and only that item', async () => {
	const bad: unknown[] = ['', ' ', null, 'x'.repeat(1001), ...NO_TEXT];
	const items = [...bad, 'good'].map((key) => ({ key })) as IDataObject[];
	const { main } = await h.message(
		'message.send',
		{ ...SEND, options: { sendOnceKey: fromItem('key'), dryRun: true } },
		{ items, ...CONTINUE },
	);
	const errors = main.map(({ json }) => String(json.error ?? 'taken'));
	expect(errors.filter((error) => error.startsWith('"Send Once Key" '))).toHaveLength(bad.length);
	expect(errors.at(-1)).toBe('taken');
});
