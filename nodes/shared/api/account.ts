import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { quote, Refusal } from '../input/parse';
import { isZone } from '../input/time/zone';

export const CREDENTIAL = 'mobizonSmsApi';

export interface Account {
	/** Hash of address and key: the same for all credentials of an account. */
	id: string;
	/** Without a trailing slash; `/service/<Module>/<Method>` follows it. */
	baseUrl: string;
	/** IANA zone in which the service reads and writes its zone-less times. */
	zone: string;
	/** ISO 3166 code of the server's country; undefined where it is not known. */
	country?: string;
	/** As n8n gave it when the run began. It holds the key. */
	credential: ICredentialDataDecryptedObject;
	/** Removes the key from a response: the service or a proxy may repeat what it was sent. */
	withoutKey(response: string): string;
}

const HOMES: Readonly<Record<string, { country: string; zone: string } | undefined>> = {
	'https://api.mobizon.com.br': { country: 'BR', zone: 'America/Sao_Paulo' },
	'https://api.mobizon.gmbh': { country: 'DE', zone: 'Europe/Berlin' },
	'https://api.mobizon.kz': { country: 'KZ', zone: 'Asia/Almaty' },
	'https://api.mobizon.ua': { country: 'UA', zone: 'Europe/Kyiv' },
	'https://api.mobizon.uz': { country: 'UZ', zone: 'Asia/Tashkent' },
};

const ZONE_FORM =
	'A time zone is written as a region and a city, such as Asia/Almaty or Europe/Berlin (IANA name), not as an offset such as UTC+5.';

/** Keys have 40 characters or more; a much shorter text could stand in a response by chance. */
const SHORTEST_KEY = 16;

/** @throws Refusal when the base URL is no http(s) address, or the zone is no IANA name or is missing */
export function accountFrom(data: ICredentialDataDecryptedObject): Account {
	const address = baseUrlOf(data);
	const home = HOMES[address.toLowerCase()];
	const key = apiKeyOf(data);
	return {
		id: createHash('sha256')
			.update(`${new URL(address).href} ${key}`)
			.digest('base64url'),
		baseUrl: address,
		zone: zone(String(data.timezone ?? '').trim() || home?.zone),
		country: home?.country,
		credential: data,
		withoutKey: (response) =>
			key.length < SHORTEST_KEY ? response : response.replaceAll(key, '(API key)'),
	};
}

function zone(name: string | undefined): string {
	if (name === undefined) {
		throw new Refusal(
			'"Account Time Zone" of the credential is empty, and this server has no zone of its own',
			`Open the credential and enter the time zone set in your account. ${ZONE_FORM}`,
		);
	}
	if (isZone(name)) return name;
	throw new Refusal(
		`"Account Time Zone" of the credential is not a time zone: ${quote(name)}`,
		ZONE_FORM,
	);
}

/** Without the spaces that were pasted with it. */
export const apiKeyOf = (data: ICredentialDataDecryptedObject): string =>
	String(data.apiKey ?? '').trim();

/** @throws Refusal when it is not an http(s) address */
function baseUrlOf({ server, baseUrl }: ICredentialDataDecryptedObject): string {
	const given = String((server === 'other' ? baseUrl : server) ?? '').trim();
	const address = given.replace(/(?<!\/)\/+$/, '').replace(/(?<=[^:/])\/+service$/i, '');
	if (!/^https?:\/\/[^\s/?#][^\s?#]*$/i.test(address) || !URL.canParse(address)) {
		throw new Refusal(
			'"Base URL" of the credential is not an http or https address',
			'Open the credential and enter an address such as https://api.mobizon.kz.',
		);
	}
	return address;
}

/**
 * Whether a request goes to the service of the credential: n8n lets any HTTP Request node use it, and its
 * address may come from anybody.
 */
export function isOwnService(data: ICredentialDataDecryptedObject, address: string): boolean {
	try {
		return new URL(address).href.startsWith(new URL(`${baseUrlOf(data)}/service/`).href);
	} catch {
		return false;
	}
}
