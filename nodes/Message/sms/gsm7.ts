/** The default alphabet of GSM 03.38 (now 3GPP TS 23.038), in the order of its table. */
const DEFAULT_ALPHABET =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table: each of these is written as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS = new Map([
	...Array.from(DEFAULT_ALPHABET, (character): [string, number] => [character, 1]),
	...Array.from(EXTENSION, (character): [string, number] => [character, 2]),
]);

/** How many septets a character takes in GSM-7: 1, 2, or undefined when the alphabet has none. */
export const septets = (character: string): number | undefined => SEPTETS.get(character);
