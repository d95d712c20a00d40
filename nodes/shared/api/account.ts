import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import { Refusal } from '../input/refusal';

export const CREDENTIAL = 'mobizonSmsApi';

/** What the credential says about the account, without the key itself. */
export interface Account {
	/** Hash of the address and the key: what credentials of the same account have in common. */
	id: string;
	/** Address of the server without a trailing slash; `/service/<Module>/<Method>` follows it. */
	baseUrl: string;
	/** IANA zone in which the service reads and writes its zone-less times. */
	zone: string;
	/** ISO 3166 code of the server's country; undefined where it is not known. */
	country?: string;
	/** Removes the key from an answer: the service or a proxy may repeat what it was sent. */
	withoutKey(answer: string): string;
}

/** Country and usual time zone of the servers that belong to one country, by address. */
const HOMES: Readonly<Record<string, { country: string; zone: string } | undefined>> = {
	'https://api.mobizon.com.br': { country: 'BR', zone: 'America/Sao_Paulo' },
	'https://api.mobizon.gmbh': { country: 'DE', zone: 'Europe/Berlin' },
	'https://api.mobizon.kz': { country: 'KZ', zone: 'Asia/Almaty' },
	'https://api.mobizon.ua': { country: 'UA', zone: 'Europe/Kyiv' },
	'https://api.mobizon.uz': { country: 'UZ', zone: 'Asia/Tashkent' },
};

const ZONE_FORM =
	'A time zone is written as a region and a city, such as Asia/Almaty or Europe/Berlin (IANA name), not as an offset such as UTC+5.';

/** Keys have 40 characters or more; something much shorter could stand in an answer by chance. */
const SHORTEST_KEY = 16;

/**
 * Reads the account from the credential's data. Where no zone is given, it is that of the server's
 * country, never the workflow's.
 *
 * @throws Refusal when the base URL is not an http(s) address, or when the zone is not an IANA name or
 * is needed and not given
 */
export function accountFrom(data: ICredentialDataDecryptedObject): Account {
	const address = baseUrlOf(data);
	const home = HOMES[address];
	const key = apiKeyOf(data);
	return {
		id: createHash('sha256')
			.update(`${address.replace(/^[^/]*\/\/[^/]+/, (host) => host.toLowerCase())} ${key}`)
			.digest('base64url'),
		baseUrl: address,
		zone: zone(String(data.timezone ?? '').trim() || home?.zone),
		country: home?.country,
		withoutKey: (answer) =>
			key.length < SHORTEST_KEY ? answer : answer.replaceAll(key, '(API key)'),
	};
}

function zone(name: string | undefined): string {
	if (name === undefined) {
		throw new Refusal(
			'"Account Time Zone" of the credential is empty, and this server has no zone of its own',
			`Open the credential and enter the time zone set in your account. ${ZONE_FORM}`,
		);
	}
	if (IANAZone.isValidZone(name)) return name;
	throw new Refusal(
		`"Account Time Zone" of the credential is not a time zone: ${name.slice(0, 40)}`,
		ZONE_FORM,
	);
}

/** The key without the spaces that were pasted with it; `authenticate` of the credential does the same. */
export const apiKeyOf = (data: ICredentialDataDecryptedObject): string =>
	String(data.apiKey ?? '').trim();

/**
 * Address of the server, without the slash and the path `/service` that may stand at its end.
 *
 * @throws Refusal when it is not an http(s) address
 */
export function baseUrlOf({ server, baseUrl }: ICredentialDataDecryptedObject): string {
	const given = String((server === 'other' ? baseUrl : server) ?? '').trim();
	const address = withoutService(withoutSlashes(given));
	if (!/^https?:\/\/[^\s/?#][^\s?#]*$/i.test(address)) {
		throw new Refusal(
			'"Base URL" of the credential is not an http or https address',
			'Open the credential and enter an address such as https://api.mobizon.kz.',
		);
	}
	return address;
}

function withoutSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

function withoutService(address: string): string {
	const rest = withoutSlashes(address.slice(0, -'/service'.length));
	return /\/service$/i.test(address) && !rest.endsWith(':') ? rest : address;
}

/**
 * Whether a request goes to the server of the credential: n8n lets any HTTP Request node use it, with an
 * address that may come from anybody.
 */
export function isOwnServer(
	data: ICredentialDataDecryptedObject,
	address: string,
	base?: string,
): boolean {
	try {
		const { origin } = new URL(baseUrlOf(data));
		const isOwn = (url: URL) => url.origin === origin;
		return isOwn(new URL(address, base)) && (!base || isOwn(new URL(base)));
	} catch {
		return false;
	}
}
