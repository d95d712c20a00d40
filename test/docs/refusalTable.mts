import { keyOpen, keySeen, notReached, notRecorded } from '../../nodes/Message/send/texts.ts';
import { optionsField } from '../../nodes/Message/send/optionsField.ts';
import { additionalFields, readOutgoing } from '../../nodes/Message/send/outgoing.ts';
import { textField } from '../../nodes/Message/fields.ts';
import { accountFrom } from '../../nodes/shared/api/account.ts';
import { table } from './fill.mts';
import { refused, type Said } from './refused.mts';

const KEYED = { key: 'order-17', message: { recipient: '77011234567' } };
const MESSAGE = { recipient: '77011234567', text: 'Hello' };

/** What the send operation says of an item that no earlier try has sent. */
const sendRefused = (values: Record<string, unknown>): Said =>
	refused([textField, additionalFields, optionsField], { ...MESSAGE, ...values }, (item) => {
		const { untimely } = readOutgoing(item);
		if (untimely !== undefined) throw untimely;
	});

/** What is said of a credential. @throws Error when it is taken after all */
function credentialRefused(data: Record<string, string>): Said {
	try {
		accountFrom({ server: 'other', baseUrl: 'https://example.com', timezone: 'UTC', ...data });
	} catch (refusal) {
		if (refusal instanceof Error && 'hint' in refusal) {
			return [refusal.message, String(refusal.hint)];
		}
		throw refusal;
	}
	throw new Error('the credential was not refused');
}

const said = ({ message, hint }: { message: string; hint?: string }): Said => [message, hint ?? ''];

/** Refusals that a single wrong value does not show. */
export const refusalTable = (): string =>
	table(
		['it says', 'what to do'],
		[
			sendRefused({ text: 'x'.repeat(400), 'options.maxSegments': 1 }),
			sendRefused({ 'additionalFields.deferredToTs': '2020-01-31 10:00:00' }),
			sendRefused({ 'additionalFields.deferredToTs': '2096-01-31 10:00:00' }),
			said(keySeen(KEYED)),
			said(keyOpen(KEYED, false)),
			said(notRecorded(KEYED, new Error('database is locked'))),
			said(notRecorded({ ...KEYED, key: undefined }, new Error('database is locked'))),
			said(notReached(KEYED)),
			sendRefused({ 'options.sendOnceKey': '' }),
			credentialRefused({ baseUrl: 'api.mobizon.kz' }),
			credentialRefused({ timezone: '' }),
			credentialRefused({ timezone: 'Almaty' }),
		],
	);
