import { CONTINUE, harness, locator } from '../engine/lib/harness.mts';
import { ownClock } from '../sending/lib/clock.mts';
import { VAST, VAST_FORMS, type VastForm } from '../service/index.mts';
import { until } from '../until.mts';

// Before the engine is loaded, so that pauses take no time.
ownClock();
const h = harness();

/** What an answer of any size and form is to the nodes; only a whole refusal of the service is one. */
const SAID: Record<VastForm, RegExp> = {
	bomb: /larger than any of this service.*16 MB/,
	fields: /larger than any of this service.*100,000 values/,
	cut: /not what this service sends/,
	deep: /larger than any of this service.*50 levels/,
	digits: /was sent: The service answered "7+\.\.\."/,
	message: /larger than any of this service.*16 MB/,
	slow: /did not answer in time/,
	values: /larger than any of this service.*100,000 values/,
};

/** The longest that a call may take is over as soon as the service has begun to answer. */
function hurry(): void {
	const real = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => real(ms > 30_000 ? 300 : ms));
}

const SENT = { recipient: '77011234567', text: 'Hi' };

test.each(VAST_FORMS)('%s: the message is unknown, sent once, the failure short', async (form) => {
	if (form === 'slow') hurry();
	const send = 'Message/SendSmsMessage';
	h.service.faults.add({ method: send, kind: { vast: form, at: 'after' } });
	h.service.faults.listLag = 3_600_000;
	const { main } = await h.run('message.send', SENT, CONTINUE);
	expect(main).toHaveLength(1);
	expect(main[0].json).toMatchObject({
		error: expect.stringMatching(SAID[form]),
		details: { outcome: 'unknown' },
	});
	expect(JSON.stringify(main[0].json).length).toBeLessThan(2000);
	expect(h.wire(send)).toHaveLength(1);
	await until(() => VAST.open === 0);
});

const CUT_OFF = VAST_FORMS.filter((form) => !['slow', 'cut', 'digits'].includes(form));

test.each(CUT_OFF)('%s: a read fails shortly, asked once', async (form) => {
	h.service.faults.add({ times: Infinity, kind: { vast: form } });
	const { main } = await h.run('link.get', { link: locator('id', 400001) }, CONTINUE);
	expect(main[0].json.error).toMatch(SAID[form]);
	expect(h.service.calls).toHaveLength(1);
});
