import { ownClock } from '../sending/lib/clock.mts';
import { fromItem, harness } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

ownClock();
const h = harness();

scenarios(h, {
	'every parameter is sent, and the link comes out with its code and address': {
		choice: 'link.create',
		parameters: {
			fullLink: 'https://example.com/page?a=1&b=ü#end',
			additionalFields: {
				...{ status: 0, expirationDate: '2026-12-31T00:00:00', comment: 'Spring & summer' },
			},
		},
		wire: [
			[
				'Link/Create',
				{
					data: {
						fullLink: 'https://example.com/page?a=1&b=ü#end',
						...{ status: '0', expirationDate: '2026-12-31', comment: 'Spring & summer' },
					},
				},
			],
		],
		out: [{ id: 400001, code: expect.any(String), shortLink: expect.stringMatching(/^http/) }],
	},
	'a luxon date of an expression is the day in the zone of the account, one at midnight its own day':
		{
			choice: 'link.create',
			parameters: {
				fullLink: 'example.com',
				additionalFields: {
					expirationDate: '={{ DateTime.fromISO($json.at, { setZone: true }) }}',
				},
			},
			items: [{ at: '2026-05-01T22:00:00Z' }, { at: '2026-05-01T00:00:00+10:00' }],
			wire: ['2026-05-02', '2026-05-01'].map((expirationDate) => [
				'Link/Create',
				{ data: { fullLink: 'example.com', expirationDate } },
			]),
		},
	'a day that is over in the zone of the account is refused by name, the day of today is taken': {
		choice: 'link.create',
		parameters: {
			fullLink: 'example.com',
			additionalFields: { expirationDate: fromItem('day') },
		},
		items: [{ day: '2026-03-08' }, { day: '2026-03-09' }],
		credential: { timezone: 'Pacific/Honolulu' },
		wire: [['Link/Create', { data: { fullLink: 'example.com', expirationDate: '2026-03-09' } }]],
		out: ['"Expiration Date" is in the past: 2026-03-08', expect.objectContaining({ id: 400001 })],
	},
});
