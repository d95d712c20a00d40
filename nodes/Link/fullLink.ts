import { quote, text } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';

/** Spaces and invisible marks, which come along when an address is copied. */
const AROUND = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** A number or date, probably from another column; an IP address has four numbers. */
const FIGURES = /^\d+(\.\d+){1,2}$/;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * data[fullLink]: a URL, also without a scheme, as in the specification. The service gets it as the user
 * wrote it, without the spaces and invisible marks around it.
 *
 * @throws Refusal when there is no host in it
 */
export function fullLink(value: unknown): string {
	const given = text()(value).replace(AROUND, '');
	const hostPart = given.replace(SCHEME, '').split(/[/?#]/, 1)[0];
	// Without a scheme, an @ stands in an e-mail address and not behind a user's name.
	const isWhole = SCHEME.test(given);
	const host = (isWhole ? hostPart.replace(/^[^@]*@/, '') : hostPart).replace(/:\d+$/, '');
	const named =
		/^[^\s.@:]+(\.[^\s.@:]+)+\.?$/.test(host) ||
		host === 'localhost' ||
		/^\[[\da-f:.]+\]$/i.test(host);
	if (!named || FIGURES.test(host) || /\s/.test(given)) {
		throw new Refusal(
			`is not a URL: ${quote(given)}`,
			'Use an address such as https://example.com/page, with spaces written as %20.',
		);
	}
	return given;
}
