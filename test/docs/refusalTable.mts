import { table } from './fill.mts';
import { refused, type Said } from './refused.mts';
import { built } from './built.mts';

const { keyNotRecorded, keySeen } = built<typeof import('../../nodes/Message/sending/outcomes.ts')>(
	'Message/sending/outcomes',
);
const { optionsField } =
	built<typeof import('../../nodes/Message/sending/options.ts')>('Message/sending/options');
const { additionalFields, readOutgoing } = built<
	typeof import('../../nodes/Message/sending/outgoing.ts')
>('Message/sending/outgoing');
const { textField } = built<typeof import('../../nodes/Message/fields.ts')>('Message/fields');
const { accountFrom } =
	built<typeof import('../../nodes/shared/api/account.ts')>('shared/api/account');

const MESSAGE = { recipient: '77011234567', text: 'Hello' };

/** What the send operation says of an item that no earlier try has sent. */
const sendRefused = (values: Record<string, unknown>): Said =>
	refused([textField, additionalFields, optionsField], { ...MESSAGE, ...values }, (item) => {
		const { tooLate } = readOutgoing(item);
		if (tooLate !== undefined) throw tooLate;
	});

/** What is said of a credential. @throws Error when it is taken after all */
function credentialRefused(data: Record<string, string>): Said {
	try {
		accountFrom({ server: 'other', baseUrl: 'https://example.com', ...data }, 'UTC');
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
			said(keySeen('order-17')),
			said(keyNotRecorded(new Error('database is locked'))),
			credentialRefused({ baseUrl: 'api.mobizon.kz' }),
			credentialRefused({ timezone: 'Almaty' }),
		],
	);
