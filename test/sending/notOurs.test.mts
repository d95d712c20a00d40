import { gate, until } from '../until.mts';
import { ownClock, passes, SERVICE } from './lib/clock.mts';
import { LIST, SEND, sending, to } from './lib/sending.mts';

// Messages that look like the item's own, and are not.
jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./lib/clock.mts')>('./lib/clock.mts').pausesOfOwnClock(),
);
ownClock();

const s = sending(SERVICE);
const CONTINUE = { onError: 'continueRegularOutput' as const };
const HOUR = 3_600_000;
const hi = (n = 0) => ({ to: to(n), text: 'Hi' });

/** A message that somebody else sent, some time ago by the service's clock. */
const foreign = (n: number, ageMs: number, text = 'Hi', deliveredMs = 5000) => {
	const createTs = s.service.now() - ageMs;
	const campaign = { name: '', status: 'SENT', createTs, deferredToTs: null };
	const { id } = s.service.store.campaigns.add(campaign);
	const startSendTs = Math.floor(createTs / 1000) * 1000;
	return s.service.store.addMessage({
		campaignId: id,
		to: to(n),
		text,
		status: 'DELIVRD',
		startSendTs,
		statusUpdateTs: startSendTs + deliveredMs,
	});
};
const isUnknown = (json: object) =>
	expect(json).toMatchObject({
		error: expect.stringMatching(/^It is not known/),
		details: { outcome: 'unknown' },
	});
test('a message of five hours ago fits where the zone of the credential is wrong by five hours', async () => {
	// The account is in Asia/Almaty (UTC+5).
	const given = { ...s.node([hi()], {}, CONTINUE).credential, timezone: 'Africa/Abidjan' };
	foreign(0, 5 * HOUR);
	s.strike(to(0), { drop: 'before' });
	const { main } = await s.send([hi()], {}, { ...CONTINUE, credential: given });
	isUnknown(main[0].json);
});

test('with another message of the run, every wrong zone shows', async () => {
	const given = { ...s.node([hi()], {}, CONTINUE).credential, timezone: 'Africa/Abidjan' };
	foreign(1, 5 * HOUR, 'Hi', 0);
	s.strike(to(1), { drop: 'before' });
	const { main } = await s.send(
		[hi(0), hi(1)],
		{ maxConcurrent: 1 },
		{ ...CONTINUE, credential: given },
	);
	isUnknown(main[1].json);
});

test('the same second, another execution: its message is not taken', async () => {
	const first = await s.send([hi()]);
	s.strike(to(0), { drop: 'before' });
	const { main } = await s.send([hi()], {}, CONTINUE);
	expect(first.main[0].json.outcome).toBe('accepted');
	isUnknown(main[0].json);
});

test('the clock of the account is behind: what another execution sent later is not taken', async () => {
	s.service.setFreedoms({ accountClockOffset: -4000 });
	s.strike(to(0), { drop: 'before' });
	const { held, open } = gate();
	s.service.faults.add({ method: LIST, kind: { delay: held } });
	const running = s.send([hi()], {}, CONTINUE);
	await until(() => s.callsOf(LIST).length === 1);
	passes(3400);
	const later = await s.send([hi()]);
	open();
	const { main } = await running;
	expect(later.main[0].json.outcome).toBe('accepted');
	isUnknown(main[0].json);
});

test('another execution that does not know either: none of them takes the one message', async () => {
	const { held, open } = gate();
	s.service.faults.add({ method: LIST, times: Infinity, kind: { delay: held } });
	s.strike(to(0), { drop: 'after' });
	s.strike(to(0), { drop: 'before' });
	const both = [0, 1].map(async () => await s.send([hi()], {}, CONTINUE));
	await until(() => s.callsOf(LIST).length === 2);
	open();
	const played = await Promise.all(both);
	for (const { main } of played) isUnknown(main[0].json);
});

test('what the service queued may be made later: no message of others is taken for it then', async () => {
	s.strike(to(0), { status: 200, body: '{"code":100,"data":"812","message":""}' });
	const { held, open } = gate();
	s.service.faults.add({ method: LIST, kind: { delay: held } });
	const running = s.send([hi()], {}, CONTINUE);
	await until(() => s.callsOf(LIST).length === 1);
	passes(2400);
	foreign(0, 0, 'Hi', 0);
	open();
	const { main } = await running;
	expect(main[0].json).toMatchObject({ outcome: 'queued', taskId: '812', messageId: null });
});

test('a call of another execution that was lost may be carried out late: its message is not taken', async () => {
	s.strike(to(0), { drop: { late: 25_000 } });
	await s.send([hi()], {}, CONTINUE);
	s.strike(to(0), { drop: 'before' });
	const { held, open } = gate();
	s.service.faults.add({ method: SEND, kind: { delay: held } });
	const running = s.send([hi()], {}, CONTINUE);
	await until(() => s.callsOf(SEND).length === 2);
	const [, { startedAt }] = s.callsOf(SEND);
	passes(Math.max(0, s.callsOf(SEND)[0].startedAt + 25_000 - startedAt));
	open();
	isUnknown((await running).main[0].json);
});

test('lost twins get their own ids: in the order in which they were sent', async () => {
	s.strike(to(0), { drop: 'after' }, 3);
	const { main } = await s.send([hi(), hi(), hi()], {}, CONTINUE);
	const ids = [...s.service.store.messages.all()].map(({ id }) => Number(id));
	expect(main.map(({ json }) => json.messageId)).toEqual(ids);
});

test('a message that was made by hand after the try is not taken by a later one', async () => {
	s.strike(to(0), { drop: 'before' });
	const failed = await s.send([hi()]);
	passes(4000);
	foreign(0, 0);
	const context = structuredClone(failed.run.data.executionData?.contextData);
	const { main } = await s.send([hi()], {}, { ...CONTINUE, context });
	isUnknown(main[0].json);
	expect(main[0].json.message).toMatch(/The list has one message to this number/);
	expect(s.called()).toHaveLength(1);
});

test('a text that the list shows otherwise is not taken on a guess, but named', async () => {
	s.strike(to(0), { drop: 'before' });
	const running = s.send([hi()], {}, CONTINUE);
	await until(() => s.callsOf(SEND).length > 0);
	const { id } = foreign(0, 0, 'Hi!');
	const { main } = await running;
	isUnknown(main[0].json);
	expect(main[0].json.message).toContain(id);
});
