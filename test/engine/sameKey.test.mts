import { sending, to } from '../sending/lib/sending.mts';

const s = sending();

test('while nobody knows whether the first message with a key was sent, no other with that key is', async () => {
	s.strike(to(0), { drop: 'after' });
	const items = [0, 1].map((n) => ({ to: to(n), text: `Hello ${n}`, key: 'k' }));
	const byKey = { sendOnceKey: '={{ $json.key }}' };
	await s.send(items, byKey, { onError: 'continueRegularOutput' });
	expect(s.called()).toEqual([to(0)]);
}, 60_000);
