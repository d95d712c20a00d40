import type { INodeParameters } from 'n8n-workflow';

import { ownClock } from '../sending/lib/clock.mts';
import { fromItem, harness } from './lib/harness.mts';
import { scenarios, type Scenario } from './lib/scenario.mts';

ownClock();
const h = harness();

/** Creates a link, or one for each item, with these fields. */
const create = (fullLink: string, fields: INodeParameters, ...sent: object[]): Scenario => ({
	choice: 'link.create',
	parameters: { fullLink, additionalFields: fields },
	wire: sent.map((more) => ['Link/Create', { data: { fullLink, ...more } }]),
});

scenarios(h, {
	'every parameter is sent, and the link comes out with its code and address': {
		...create(
			'https://example.com/page?a=1&b=ü#end',
			{ status: 0, expirationDate: '2026-12-31T00:00:00', comment: 'Spring & summer' },
			{ status: '0', expirationDate: '2026-12-31', comment: 'Spring & summer' },
		),
		out: [{ id: 400001, code: expect.any(String), shortLink: expect.stringMatching(/^http/) }],
	},
	'a luxon date of an expression is the day in the zone of the account, one at midnight its own day':
		{
			...create(
				'example.com',
				{ expirationDate: '={{ DateTime.fromISO($json.at, { setZone: true }) }}' },
				...[{ expirationDate: '2026-05-02' }, { expirationDate: '2026-05-01' }],
			),
			items: [{ at: '2026-05-01T22:00:00Z' }, { at: '2026-05-01T00:00:00+10:00' }],
		},
	'a day that is over in the zone of the account is refused by name, the day of today is taken': {
		...create('example.com', { expirationDate: fromItem('day') }, { expirationDate: '2026-03-09' }),
		items: [{ day: '2026-03-08' }, { day: '2026-03-09' }],
		credential: { timezone: 'Pacific/Honolulu' },
		out: ['"Expiration Date" is in the past: 2026-03-08', expect.objectContaining({ id: 400001 })],
	},
});
