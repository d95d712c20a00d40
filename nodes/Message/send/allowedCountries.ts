import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../shared/input/itemParameters';
import { quote, Refusal, valuesOf } from '../../shared/input/parse';

/** ISO codes, each with the beginnings of its numbers. Where several beginnings fit, the longest counts. */
const BEGINNINGS =
	'AC247 AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AZ994 ' +
	'BA387 BB1246 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 ' +
	'BQ5993,5994,5997 BR55 BS1242 BT975 BW267 BY375 BZ501 ' +
	'CA1600,1204,1226,1236,1249,1250,1257,1263,1273,1289,1306,1343,1354,1365,1367,1368,1382,1403,1416,1418,1428,1431,1437,1438,1450,1468,1474,1506,1514,1519,1548,1579,1581,1584,1587,1604,1613,1639,1647,1672,1683,1705,1709,1742,1753,1778,1780,1782,1807,1819,1825,1867,1873,1879,1902,1905,1942 ' +
	'CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 ' +
	'CZ420 DE49 DJ253 DK45 DM1767 DO1809,1829,1849 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 ' +
	'FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1473 GE995 GF594 ' +
	'GG441481,447781,447839,4479111,4479117 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 ' +
	'GT502 GU1671 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 ' +
	'IM441624,447524,4474576,447624 IN91 IO246 IQ964 IR98 IS354 IT39 ' +
	'JE441534,447509,4477003,4477007,4477008,447797,447829,447937 JM1658,1876 JO962 JP81 ' +
	'KE254 KG996 KH855 KI686 KM269 KN1869 KP850 KR82 KW965 KY1345 KZ77 LA856 LB961 LC1758 ' +
	'LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ' +
	'ML223 MM95 MN976 MO853 MP1670 MQ596 MR222 MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 ' +
	'NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 ' +
	'PF689 PG675 PH63 PK92 PL48 PM508 PR1787,1939 PS970 PT351 PW680 PY595 QA974 RE262 RO40 ' +
	'RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SK421 SL232 SM378 SN221 ' +
	'SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TA2908 TC1649 TD235 TG228 TH66 TJ992 ' +
	'TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 ' +
	'VC1784 VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967 ' +
	'YT2629398,2629478,2629769,262269,2622689,26263,2627093 ZA27 ZM260 ZW263';

/**
 * Beginnings of premium and shared-cost numbers. Some also cover free numbers and the like, but none covers a mobile phone
 * or a fixed line.
 */
const NOBODYS =
	'124697|134597|1900|2090|21289|2138|2168[28]|216811|2218|2270|23030|231332|2368|2409|' +
	'2428|2488|2509|2549|255[89]|2569|2628|26487|2679|2689|2698|279|2786|29790|29890|308|' +
	'3090|3190|327[08]|3290|338|3480|3490|351[78]|35164|35160[178]|352801|35290[015]|3549|' +
	'3559|35580|3565|3578|35790|3587|35860|359700|35990|369[01]|370808|37091|37090[0239]|' +
	'371[89]|3729|37240|373[89]|37480|37490|375[89]|376[19]|3787|38090|381[79]|3829|3839|' +
	'3856|3869|38689|387[89]|389[58]|39[18]|390878|40[89]|4184|4190|4208|42090|420976|' +
	'4218[56789]|4219[78]|421900|4239|43[89]|44[89]|4590|46649|4677|4699|46900|46939|46944|' +
	'478[12]|4870|4880|491[38]|49900|5021|5039|5069|50786|507822|507855|50787[78]|507886|' +
	'507900|507981|5180|5230|5290|53807|5460|5530|5540|55486|5550|5590|571|5790|589|' +
	'5908[129]|5929|5948[129]|5968[129]|59790|59890|5996|611[39]|6280|64[15]|6490|651|6709|' +
	'68736|780|81990|8260|8419|852900|8616[08]|8640|86950|88620|909|908[89]|9290|9629|96285|' +
	'9669|968900|9701|97170|97190|9721[279]|973[89]|99490|' +
	// Only with exactly this many digits: shorter or longer ones belong to people.
	'(554370\\d{4}|56600\\d{7,8}|601600\\d{6}|661900\\d{6}|3531[58]\\d{8}|5088[129]\\d{7}|8551900\\d{6})$|' +
	'(86(10|2\\d|[3-9]\\d\\d)96\\d{3,4}|861010\\d{4}|91186\\d{8,10}|960900\\d{7}|961(80|9[01])\\d{6})$';

const IS_NOBODYS = new RegExp(`^(${NOBODYS})`);

const COUNTRIES = new Map(
	BEGINNINGS.split(' ').flatMap((entry) =>
		entry
			.slice(2)
			.split(',')
			.map((beginning): [string, string] => [beginning, entry.slice(0, 2)]),
	),
);

const LONGEST = Math.max(...[...COUNTRIES.keys()].map(({ length }) => length));

/** ISO 3166 codes, with XK for Kosovo, without islands that share the beginnings of another country. */
export const ISO_CODES: readonly string[] = [...new Set(COUNTRIES.values())];

/**
 * The ISO code of international digits. Undefined for what belongs to no country: satellite and other
 * worldwide codes, premium and shared-cost numbers.
 */
export function numberCountry(digits: string): string | undefined {
	if (IS_NOBODYS.test(digits)) return undefined;
	for (let length = LONGEST; length > 0; length--) {
		const country = COUNTRIES.get(digits.slice(0, length));
		if (country !== undefined) return country;
	}
	return undefined;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const nameOf = (iso: string): string => NAMES.of(iso) ?? iso;

export const allowedCountriesField: INodeProperties = {
	displayName: 'Allowed Countries',
	name: 'allowedCountries',
	type: 'multiOptions',
	options: ISO_CODES.map((iso) => ({ name: `${nameOf(iso)} (${iso})`, value: iso })).sort((a, b) =>
		a.name.localeCompare(b.name),
	),
	default: [],
	description:
		'Guard against strangers and mistakes: a message to a number of any other country is refused before it is sent. Premium, satellite and shared-cost numbers belong to no country. None chosen means all.',
};

/**
 * @param digits international
 * @throws Refusal
 */
export function checkCountry(item: ItemParameters, digits: string): void {
	const allowed = item.requiredIfAdded('options.allowedCountries', countryCodes) ?? [];
	if (allowed.length === 0) return;
	const country = numberCountry(digits);
	if (country !== undefined && allowed.includes(country)) return;
	const [whose, advice] =
		country === undefined
			? [
					'of no country, but premium, satellite, shared-cost or unknown',
					'Allowed Countries lets no such number through.',
				]
			: [
					`of ${nameOf(country)} (${country})`,
					'If the message is meant to go there, add its country to Allowed Countries.',
				];
	throw new Refusal(
		`"Recipient" ${digits} is ${whose}, and "Allowed Countries" has only ${allowed.join(', ')}`,
		`Check where the number comes from. ${advice}`,
		'recipient',
	);
}

/** ISO codes as a list or separated by commas, in any case. @throws Refusal */
function countryCodes(value: unknown): string[] {
	const codes = valuesOf(value);
	// Only an empty list means that none was chosen. Anything else that comes out empty would let all pass.
	if (codes.length === 0 && !(Array.isArray(value) && value.length === 0))
		throw new Refusal('has no country', 'Give at least one, or remove it.');
	return codes.map((code) => {
		const iso = typeof code === 'string' ? code.toUpperCase() : '';
		if (ISO_CODES.includes(iso)) return iso;
		throw new Refusal(
			`has ${quote(code)}, which is no ISO code of a country`,
			'Use ISO 3166 codes of two letters, such as KZ, UA, BR.',
		);
	});
}
