import { inALoop } from './lib/inALoop.mts';
import { people, sending, to } from './lib/sending.mts';

const s = sending();
const first = { maxConcurrent: 1 };

test('a node that runs again within one execution sends again', async () => {
	const run = await inALoop(s.engine, s.node([], first, {}), [people(2), people(2)]);
	expect(run.data.resultData.error).toBeUndefined();
	expect(run.data.resultData.runData.Node).toHaveLength(2);
	expect(s.called()).toEqual([to(0), to(1), to(0), to(1)]);
	expect(run.data.executionData?.contextData).toMatchObject({
		'node:Node': { sends: { runs: {} } },
	});
});

test('under Retry On Fail each run in a loop knows what it sent itself', async () => {
	s.service.faults.add({
		when: ({ rawBody }) => rawBody.includes(to(1)),
		after: 1,
		kind: { code: 15 },
	});
	const node = s.node([], first, { retryOnFail: { maxTries: 2 } });
	const run = await inALoop(s.engine, node, [people(2), people(2)]);
	expect(run.data.resultData.error).toBeUndefined();
	// The second run is refused the second message, and its second try sends that alone.
	expect(s.called()).toEqual([to(0), to(1), to(0), to(1), to(1)]);
	const ids = run.data.resultData.runData.Node.map(({ data }) =>
		data?.main[0]?.map(({ json }) => json.messageId),
	);
	expect(new Set(ids.flat()).size).toBe(4);
});
