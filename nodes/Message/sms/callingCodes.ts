/**
 * All country codes, by the least and most digits that follow them in the numbers of people. A newer code
 * or length is refused only without a plus; with a plus a number is taken as it is.
 */
const LENGTHS: ReadonlyArray<[least: number, most: number, codes: string]> = [
	[4, 5, '290'],
	[4, 7, '683 690'],
	[4, 11, '352'],
	[4, 13, '43'],
	[5, 5, '247 500 682'],
	[5, 7, '676 677 678 688'],
	[5, 8, '686'],
	[5, 9, '27'],
	[5, 10, '358 685 82'],
	[5, 15, '49'],
	[6, 6, '298 299 672 681 687'],
	[6, 7, '597'],
	[6, 9, '252 359 376 40 421 508'],
	[6, 10, '53 63 880 95 98'],
	[6, 12, '39'],
	[7, 7, '238 239 246 248 269 291 297 501 592 673 674 679 680 691 692 960'],
	[7, 8, '230 241 267 372 507 599 670 675 961 975'],
	[7, 9, '220 231 254 265 354 423 46 48 595 967'],
	[7, 10, '243 353'],
	[7, 11, '86'],
	[7, 12, '381 62 882'],
	[
		8,
		8,
		'216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373 374 ' +
			'382 386 389 45 47 502 503 504 505 506 509 591 598 65 689 800 808 852 853 965 968 ' +
			'973 974 993',
	],
	[8, 9, '213 224 250 258 264 32 355 36 377 385 387 51 593 66 855 886 962 963 970 971'],
	[8, 10, '20 378 57 60 64 850 856 964 976 977'],
	[8, 12, '383 883 972'],
	[
		9,
		9,
		'211 212 218 221 233 237 240 242 244 245 249 251 255 256 260 261 262 263 33 34 351 ' +
			'375 380 41 420 56 590 594 596 61 93 94 966 979 992 994 995 996 998',
	],
	[9, 10, '44 81 84 881 92'],
	[9, 11, '31'],
	[9, 12, '870'],
	[10, 10, '1 225 229 234 30 52 58 7 90 91'],
	[10, 11, '54 55'],
	[11, 11, '888'],
	[12, 12, '878'],
];

export interface CallingCode {
	code: string;
	least: number;
	most: number;
}

const BY_CODE = new Map(
	LENGTHS.flatMap(([least, most, codes]) =>
		codes.split(' ').map((code): [string, CallingCode] => [code, { code, least, most }]),
	),
);

/** No code is the beginning of another. */
export const callingCode = (digits: string): CallingCode | undefined =>
	[1, 2, 3].map((length) => BY_CODE.get(digits.slice(0, length))).find((found) => found);

/**
 * The international number that digits without a plus can be.
 *
 * 11 digits that begin with 87 or 89 are the trunk form of Kazakhstan and Russia: country codes that begin
 * with 87 have 12 or 15 digits, and none begins with 89.
 */
export function asInternational(digits: string): string | undefined {
	if (/^8[79]\d{9}$/.test(digits)) return `7${digits.slice(1)}`;
	const found = callingCode(digits);
	if (!found) return undefined;
	const length = digits.length - found.code.length;
	return length >= found.least && length <= found.most ? digits : undefined;
}

/** What digits too long by a 0 after the country code are meant to be, as in +994 050 ... */
export function withoutZero(digits: string): string | undefined {
	const code = callingCode(digits)?.code ?? '';
	return digits.startsWith(`${code}0`)
		? asInternational(code + digits.slice(code.length + 1))
		: undefined;
}
