import { countryOf } from '../../../nodes/Message/sms/countries';
import { recipient } from '../../../nodes/Message/sms/recipient';
import { Refusal } from '../../../nodes/shared/input/refusal';

const read = (value: unknown, server?: string, chosen?: string): string =>
	recipient(value, { server: countryOf(server), chosen: countryOf(chosen) });

function refusalOf(value: unknown, server?: string, chosen?: string): string {
	try {
		return `was read as ${read(value, server, chosen)}`;
	} catch (refusal) {
		if (refusal instanceof Refusal) return `${refusal.message} ${refusal.hint}`;
		throw refusal;
	}
}

describe('taken', () => {
	it.each<[unknown, string | undefined, string | undefined, string]>([
		['(51) 99876-5432', 'BR', 'BR', '5551998765432'],
		['51998765432', 'BR', 'BR', '5551998765432'],
		['51998765432', undefined, 'BR', '5551998765432'],
		['51998765432', 'KZ', undefined, '51998765432'],
		['51998765432', undefined, undefined, '51998765432'],
		['+51998765432', 'BR', 'BR', '51998765432'],
		['0051998765432', 'BR', 'BR', '51998765432'],
		['(+51) 998765432', 'BR', 'BR', '51998765432'],
		['(89) 99876-5432', 'BR', 'BR', '5589998765432'],
		['0 15 (51) 99876-5432', 'BR', 'BR', '5551998765432'],
		['(55) 99876-5432', 'BR', 'BR', '5555998765432'],
		['77011234567', 'BR', undefined, '77011234567'],
		['701 123 45 67', 'KZ', 'KZ', '77011234567'],
		[7011234567, undefined, 'KZ', '77011234567'],
		['(8701) 1234567', 'KZ', 'KZ', '77011234567'],
		['901234567', 'UZ', 'UZ', '998901234567'],
		['067 123 45 67', 'UA', 'UA', '380671234567'],
		['8 (067) 123-45-67', 'KZ', 'UA', '380671234567'],
		['0170 1234567', 'DE', 'DE', '491701234567'],
		['15112345678', 'DE', 'DE', '4915112345678'],
		['15112345678', 'KZ', undefined, '15112345678'],
		['491701234567', 'DE', 'DE', '491701234567'],
		['41791234567', 'DE', undefined, '41791234567'],
		['06 20 123 4567', 'UA', 'HU', '36201234567'],
	])('%j, server of %s, default %s: %s', (value, server, chosen, expected) => {
		expect(read(value, server, chosen)).toBe(expected);
	});

	it('8 701 everywhere, as it has one meaning only', () => {
		const places = [undefined, 'KZ', 'UA', 'BR', 'DE', 'UZ', 'RU', 'AT', 'PL'];
		for (const server of places) {
			for (const chosen of places) {
				expect([server, chosen, read('87011234567', server, chosen)]).toEqual([
					server,
					chosen,
					'77011234567',
				]);
			}
		}
	});
});

describe('refused, with what it could be', () => {
	it.each<[unknown, string | undefined, string | undefined, string[]]>([
		['51998765432', 'BR', undefined, ['could be +51998765432 or +5551998765432 (Brazil)']],
		['5133334444', 'BR', undefined, ['+5133334444 or +555133334444 (Brazil)']],
		['89998765432', 'BR', undefined, ['+79998765432 or +5589998765432 (Brazil)']],
		['(51) 99876-5432', 'BR', undefined, ['could be', '+51998765432', '+5551998765432 (Brazil)']],
		['(51) 99876-5432', 'KZ', undefined, ['is in national form', '+51998765432']],
		['(89) 99876-5432', 'KZ', undefined, ['is in national form', '+79998765432']],
		[
			'701 123 45 67',
			'KZ',
			undefined,
			['+77011234567 (Kazakhstan)', '7 have 11 digits, this has 10'],
		],
		['701 123 45 67', 'BR', undefined, ['is not a complete international number', '11 digits']],
		['7011234567', undefined, undefined, ['is not a complete international number']],
		['15112345678', 'DE', undefined, ['+15112345678 or +4915112345678 (Germany)']],
		['34112345678', 'KZ', 'DE', ['+34112345678 or +4934112345678 (Germany)']],
		['51998765432', 'BR', 'AR', ['+51998765432 or +5551998765432 (Brazil)', 'of Argentina']],
		['(49) 170 1234567', 'DE', 'DE', ['is in national form', '+491701234567']],
		['(7) 701 123 45 67', 'KZ', 'KZ', ['is in national form']],
		['+0701 123 45 67', 'KZ', 'KZ', ['is in national form']],
		['000701 123 45 67', 'BR', 'BR', ['is in national form']],
		['0701 123 45 67', 'KZ', undefined, ['is in national form', 'Default Country']],
		['80291234567', 'KZ', undefined, ['is not a complete international number']],
		['1234567', 'KZ', 'KZ', ['is too short (7 digits)']],
	])('%j, server of %s, default %s', (value, server, chosen, texts) => {
		for (const text of texts) expect(refusalOf(value, server, chosen)).toContain(text);
	});
});
