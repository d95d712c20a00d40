import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import { Refusal } from '../operation/refusal';

export const CREDENTIAL = 'mobizonSmsApi';

/** What the credential says of the account; the key itself is never handed on. */
export interface Account {
	/** Address of the server without a trailing slash; `/service/<Module>/<Method>` follows it. */
	baseUrl: string;
	/** IANA zone in which the service reads and writes its zone-less times. */
	zone: string;
	/** Takes the key out of an answer: the service, or a proxy, may repeat what it was sent. */
	withoutKey(answer: string): string;
}

/** Keys have 40 characters or more; something much shorter could stand in an answer by chance. */
const SHORTEST_KEY = 16;

/**
 * Reads the account from the credential's data. An empty zone means the workflow's.
 *
 * @throws Refusal when the base URL is not an http(s) address or the zone is not an IANA name
 */
export function accountFrom(data: ICredentialDataDecryptedObject, workflowZone: string): Account {
	const zone = String(data.timezone ?? '').trim() || workflowZone;
	if (!IANAZone.isValidZone(zone)) {
		throw new Refusal(
			`"Account Time Zone" of the credential is not a time zone: ${zone.slice(0, 40)}`,
			'Use an IANA name such as Asia/Almaty or Europe/Berlin, or leave it empty.',
		);
	}
	const server = String(data.server ?? '');
	const key = keyOf(data);
	return {
		baseUrl: baseUrl(server === 'other' ? String(data.baseUrl ?? '') : server),
		zone,
		withoutKey: (answer) =>
			key.length < SHORTEST_KEY ? answer : answer.replaceAll(key, '(API key)'),
	};
}

/** The key without what came along when it was pasted; `authenticate` of the credential does the same. */
export const keyOf = (data: ICredentialDataDecryptedObject): string =>
	String(data.apiKey ?? '').trim();

function baseUrl(address: string): string {
	const trimmed = address.trim().replace(/\/+$/, '');
	if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(trimmed)) {
		throw new Refusal(
			'"Base URL" of the credential is not an http or https address',
			'Open the credential and enter an address such as https://api.mobizon.kz.',
		);
	}
	return trimmed;
}
