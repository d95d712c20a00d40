import { DEFAULT_KEY, type LocalService } from '../../service/index.mts';
import type { Session } from './session.mts';

/** The name that the examples give to their credential: n8n finds it by name and type. */
export const CREDENTIAL_NAME = 'Mobizon SMS account';
const TYPE = 'mobizonSmsApi';

export interface AccountData {
	server: string;
	baseUrl?: string;
	apiKey: string;
	timezone?: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** The account at the local service that a key belongs to. */
export const accountAt = (
	{ url, timezone }: Pick<LocalService, 'url' | 'timezone'>,
	apiKey: string = DEFAULT_KEY,
): AccountData => ({ server: 'other', baseUrl: url, apiKey, timezone });

/** Saves a credential of any type. Gives what a node that uses it has as its credentials. */
export async function saveCredential(session: Session, type: string, name: string, data: object) {
	const { id } = await session.call<{ id: string }>('POST', '/credentials', { name, type, data });
	return { [type]: { id, name } };
}

/** Saves a credential of this package. Gives its id. */
export async function createCredential(
	session: Session,
	data: AccountData,
	name = CREDENTIAL_NAME,
): Promise<string> {
	return (await saveCredential(session, TYPE, name, data))[TYPE].id;
}

/** What the editor's "test" does with a credential as it stands in the form. */
export function testCredential(
	session: Session,
	id: string,
	data: AccountData,
): Promise<CredentialTestResult> {
	return session.call('POST', '/credentials/test', {
		credentials: { id, name: CREDENTIAL_NAME, type: TYPE, data },
	});
}

/** Leads all credentials from one address of the local service to another; the port of the last start may be taken. */
export async function followService(session: Session, from: string, to: string): Promise<void> {
	interface Saved {
		id: string;
		name: string;
		type: string;
		data?: { baseUrl?: string };
	}
	for (const { id, type } of await session.call<Saved[]>('GET', '/credentials')) {
		if (type !== TYPE) continue;
		const path = `/credentials/${id}`;
		const { name, data } = await session.call<Saved>('GET', `${path}?includeData=true`);
		if (data?.baseUrl !== from) continue;
		// n8n gives no key; the blank that it gives in its place stands for the key that it has.
		await session.call('PATCH', path, { name, type, data: { ...data, baseUrl: to } });
	}
}
