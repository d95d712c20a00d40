import { changeOf, eventData } from '../../nodes/MessageTrigger/change';

describe('rows and events', () => {
	const TIME = '2026-03-10 12:00:01';
	const row = { id: '70000000002', status: 'DELIVRD', statusUpdateTs: '2026-03-10 12-00-01', x: 1 };

	it('says what happened to the message', () => {
		const seen = changeOf(row);
		if (!seen) throw new Error('no change');
		expect(eventData({ ...seen, previousStatus: 'ACCEPTD' }, { simplify: true })).toMatchObject({
			id: 70000000002,
			status: 'DELIVRD',
			final: true,
			previousStatus: 'ACCEPTD',
			statusUpdateTs: TIME,
			eventId: '70000000002:DELIVRD',
		});
		expect(eventData({ ...seen, previousStatus: null }, { simplify: true })).not.toHaveProperty(
			'x',
		);
		expect(eventData({ ...seen, previousStatus: null }, { simplify: false })).toHaveProperty(
			'x',
			1,
		);
	});

	it.each([
		[{ ...row, statusUpdateTs: null }],
		[{ ...row, statusUpdateTs: '0000-00-00 00:00:00' }],
		[{ ...row, status: null }],
		[{ ...row, id: '' }],
		['text'],
	])('%j is no change', (given) => expect(changeOf(given)).toBeUndefined());
});

it.each(['2026-13-10 12:00:00', '10.03.2026 12:00', 'soon', 7])(
	'a row whose statusUpdateTs is %j is reported, not skipped',
	(statusUpdateTs) => {
		const row = { id: '1', status: 'DELIVRD', statusUpdateTs };
		expect(() => changeOf(row)).toThrow(`statusUpdateTs ${statusUpdateTs}`);
	},
);
