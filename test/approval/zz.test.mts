import { ownClock } from '../sending/lib/clock.mts';
import { startDeduplicator } from '../sending/lib/deduplicator.mts';
import { harness, CONTINUE } from '../engine/lib/harness.mts';
ownClock();
beforeAll(async () => {
	await startDeduplicator();
});
const h = harness({ now: () => Date.now() });
const Q = { message: 'Pay?' };
test.each([CONTINUE, {}, { onError: 'continueErrorOutput' as const }])('A %j', async (more) => {
	const items = [{ to: 'bad' }, { to: '77011231000' }];
	const { run, main, errors, error } = await h.message('message.sendAndWait', { ...Q, recipient: '={{ $json.to }}' }, { items, ...more });
	console.log(run.status, error?.message, JSON.stringify([main, errors]), h.methods());
});
test.each([{}, CONTINUE])('E %j', async (more) => {
	h.service.faults.add({ method: 'Link/Create', kind: { drop: 'after' } });
	const { run, main, error } = await h.message('message.sendAndWait', { ...Q, recipient: '77011231000' }, { items: [{}], ...more });
	console.log(run.status, error?.message, error?.description, JSON.stringify(main), h.methods());
});
