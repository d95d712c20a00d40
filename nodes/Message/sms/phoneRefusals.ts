/**
 * Texts that are not one international phone number, in the order in which they are looked for. The
 * texts have gone through `phoneText`. A guess could reach a stranger, and would be billed.
 */
export const PHONE_REFUSALS: ReadonlyArray<{ when: RegExp; what: string; hint: string }> = [
	{
		when: /^\+?\d+([.,]\d+)?e[+-]?\d+$/i,
		what: 'is in scientific notation',
		hint: 'Format the column as text in the spreadsheet, so that no digit is lost.',
	},
	{
		when: /\d[\s)]*(([,;]\s*)?(ext|extension|доб)[.=:\s]*|[x#]\s*)\d+$/i,
		what: 'has an extension',
		hint: 'An SMS goes to a mobile number. Give it without an extension.',
	},
	{
		when: /\p{L}/u,
		what: 'has letters',
		hint: 'Use the number alone, in digits, such as 77011234567.',
	},
	{
		// A bare slash is a separator inside a number (49 30/123456) unless a whole number stands before it.
		when: /[,;|&\n\r\u2028\u2029]|\s\/|\/\s|^[^/]*(\d[^/\d]*){8}\//,
		what: 'has several numbers',
		hint: 'Use one item for each recipient, for instance with the Split Out node.',
	},
	{
		when: /^-\s*\d+(\.\d+)?$/,
		what: 'is a negative number',
		hint: 'Use the number in digits, such as 77011234567.',
	},
	{
		when: /^\+?\d{8,}\.\d+$/,
		what: 'has decimals',
		hint: 'Format the column as text in the spreadsheet.',
	},
	{
		when: /\(\s*0\s*\)/,
		what: 'has a zero in brackets',
		hint: 'Leave out the (0): it is not dialled after a country code.',
	},
	{
		when: /^[^\d+]*[\d+][^+]*\+/,
		what: 'has a plus inside',
		hint: 'A plus can only stand before the country code. Use one item for each recipient.',
	},
	{
		when: /[^\d\s+().[\]/-]/,
		what: 'has a character that is not part of a phone number',
		hint: 'Use the number alone, in digits, such as 77011234567.',
	},
];
