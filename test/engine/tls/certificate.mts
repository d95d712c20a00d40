import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
	/** PEM. */
	cert: string;
	key: KeyObject;
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** An element of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const utcTime = (date: Date) =>
	der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const NAME = sequence(der(0x31, sequence(oid('550403'), utf8('test'))));

const TOMORROW = new Date(Date.now() + 86_400_000);

/**
 * An X.509 certificate for `localhost` and 127.0.0.1, or for another host, signed by itself. Node.js reads
 * certificates, but makes none.
 */
export function certificate({ host = 'localhost', until = TOMORROW } = {}): Certificate {
	const alternatives = [der(0x82, Buffer.from(host))];
	if (host === 'localhost') alternatives.push(der(0x87, Buffer.from([127, 0, 0, 1])));
	const body = sequence(
		der(0xa0, integer(2)),
		integer(1),
		ECDSA_SHA256,
		NAME,
		sequence(utcTime(new Date(Date.UTC(2020, 0, 1))), utcTime(until)),
		NAME,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(...alternatives))))),
	);
	const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)));
	const base64 = whole.toString('base64').replace(/.{64}/g, '$&\n');
	const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
	return { cert, key: privateKey };
}
