import { hasOptedOut } from '../../nodes/Message/send/skipRecipients.ts';
import { countryOf } from '../../nodes/Message/sms/countries.ts';
import { ItemParameters } from '../../nodes/shared/input/itemParameters.ts';
import { fromItem, range } from '../engine/lib/harness.mts';
import { scenes } from './lib/scene.mts';
import { CONTINUE, people, sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();
/** Of three people the second one said stop. */
const three = { items: 3, called: [0, 2], ends: ['sent', 'skipped', 'sent'] };

scenes(s, {
	'a text with commas, in any spelling': {
		...three,
		options: { skipRecipients: ' 8 (701) 123-10-01; +7 701 123 10 05,, ' },
	},
	'a list, of texts and numbers': {
		...three,
		options: { skipRecipients: '={{ [77011231001, "", null, "+7 701 123 10 05"] }}' },
	},
	'a JSON text': { ...three, options: { skipRecipients: '["77011231001", "+7 701 123 10 05"]' } },
	'numbers of the default country of each item': {
		...three,
		items: [to(0), '48601123456', '34601123456'].map((recipient, n) => ({
			...{ to: recipient, text: 'Hello', country: ['PL', 'PL', 'ES'][n] },
		})),
		options: { skipRecipients: '601 123 456' },
		additionalFields: { defaultCountry: fromItem('country') },
		called: [0],
		ends: ['sent', 'skipped', 'skipped'],
	},
	'a list of each item, where an empty one skips nobody': {
		...three,
		items: people(3, (n) => ({ stop: [[], [to(1)], [to(1)]][n] })),
		options: { skipRecipients: fromItem('stop') },
	},
	'a list of a column that is not there is refused, unless a node without rows may have given it': {
		items: people(2, (n) => ({ rows: n === 0 ? [{}] : [{}, {}] })),
		options: { skipRecipients: '={{ $json.rows.map((row) => row.fone) }}' },
		...CONTINUE,
		called: [0],
		ends: ['sent', 'refused'],
		errors: ['"Skip Recipients" has no number'],
	},
	// Who said stop would get it.
	'one that a model leaves out refuses the item': {
		...{ items: 1, options: { skipRecipients: "={{ $fromAI('stop') }}" }, called: [] },
		...{ ...CONTINUE, ends: ['refused'], errors: ['"Skip Recipients" is empty'] },
	},
	'what has something that is no number, or none, refuses the item': {
		items: people(3, (n) => ({ stop: ['Anna, 77011231005', [{}], ', '][n] })),
		options: { skipRecipients: fromItem('stop') },
		...CONTINUE,
		called: [],
		ends: ['refused', 'refused', 'refused'],
		errors: [
			'"Skip Recipients" has a number that has letters: "Anna"',
			'"Skip Recipients" has a number that is not a phone number but an object',
			'"Skip Recipients" has no number',
		],
	},
	'they count in no cap, and may be of any country': {
		items: [{ to: '79161234567', text: 'Hello' }, ...people(2)],
		options: { skipRecipients: `79161234567,${to(1)}`, maxMessages: 1, allowedCountries: ['KZ'] },
		called: [0],
		ends: ['skipped', 'sent', 'skipped'],
	},
	'a dry run shows them': {
		items: 2,
		options: { skipRecipients: to(1), dryRun: true },
		called: [],
		ends: ['dryRun', 'skipped'],
	},
});

test('the item says why, and a hint counts them', async () => {
	// Also no time, since it never goes out.
	const additionalFields = { deferredToTs: '={{ $now.plus({ hours: 2 }).toISO() }}' };
	const { main, hints } = await s.send(people(1), { skipRecipients: to(0) }, { additionalFields });
	expect(main[0].json).toEqual({
		...{ recipient: to(0), outcome: 'skipped', segments: 1, messageId: null, campaignId: null },
		...{ status: null, statusText: null, skipped: true, reason: 'optedOut' },
	});
	expect(hints).toEqual(['One message was not sent, because Skip Recipients has the number.']);
});

test('what to do about a list that has rows, or no commas', async () => {
	const lists = [[{ json: { phone: to(0) } }], `${to(0)} ${to(1)}`, `+${to(0)} +${to(1)}`];
	const items = people(3, (n) => ({ stop: lists[n] }));
	const { main } = await s.send(items, { skipRecipients: fromItem('stop') }, CONTINUE);
	expect(main.map(({ json }) => json.message)).toEqual([
		expect.stringMatching(/^Take the column with the number from each row, as /),
		...[
			'An international number has at most 15 digits',
			'A plus can only stand before the country code',
		].map((what) => `${what}. Put a comma between two numbers.`),
	]);
	expect(s.service.calls).toEqual([]);
});

// A thousand numbers and ten thousand rows of two countries took a minute.
test('a list is read once in each default country, whatever the order of the items', () => {
	const zones = { account: 'UTC', workflow: 'UTC' };
	const getNodeParameter = () => range(9).map(to);
	const read = jest.spyOn(String.prototype, 'replace');
	const readIn = (iso: string) => {
		read.mockClear();
		const item = new ItemParameters({ getNodeParameter }, 0, [], zones);
		expect(hasOptedOut(item, to(8), { chosen: countryOf(iso) })).toBe(true);
		return read.mock.calls.length > 0;
	};
	expect(['KZ', 'RU', 'KZ', 'RU'].map(readIn)).toEqual([true, true, false, false]);
});
