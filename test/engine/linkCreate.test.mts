import { ownClock } from '../sending/lib/clock.mts';
import { fromItem, harness } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

ownClock();

const created = (expirationDate: string): [string, object] => [
	'Link/Create',
	{ data: { fullLink: 'example.com', expirationDate } },
];
const parameters = (expirationDate: string) => ({
	...{ fullLink: 'example.com', additionalFields: { expirationDate } },
});

scenarios(harness(), {
	'a luxon date of an expression is the day in the zone of the account, one at midnight its own day':
		{
			choice: 'link.create',
			parameters: parameters('={{ DateTime.fromISO($json.at, { setZone: true }) }}'),
			items: [{ at: '2026-05-01T22:00:00Z' }, { at: '2026-05-01T00:00:00+10:00' }],
			wire: [created('2026-05-02'), created('2026-05-01')],
		},
	'a day that is over in the zone of the account is refused by name, the day of today is taken': {
		choice: 'link.create',
		parameters: parameters(fromItem('day')),
		items: [{ day: '2026-03-08' }, { day: '2026-03-09' }],
		credential: { timezone: 'Pacific/Honolulu' },
		wire: [created('2026-03-09')],
		out: ['"Expiration Date" is in the past: 2026-03-08', expect.objectContaining({ id: 400001 })],
	},
});
