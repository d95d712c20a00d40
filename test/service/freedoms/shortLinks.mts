import type { Freedoms } from './schema.mts';

const SCHEME = /^https?:\/\//i;

/** F17: the short link as the service shows it. `publicUrl` ends in a slash. */
export function shownShortLink(publicUrl: string, code: string, freedoms: Freedoms): string {
	const { shortLinkForm, shortLinkPath } = freedoms;
	const address = publicUrl + shortLinkPath + code;
	if (shortLinkForm === 'asIs') return address;
	const scheme = shortLinkForm === 'noScheme' ? '' : `${shortLinkForm}://`;
	return scheme + address.replace(SCHEME, '');
}

/** What may be the code in an address: all after its last slash. */
export const codeIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const hostOf = (address: string): string => address.replace(SCHEME, '').split('/')[0].toLowerCase();

/** F17: whether an address that ends in a link's code names that link. `shown`: its short link. */
export const namesLink = (address: string, shown: string, { shortLinkMatch }: Freedoms): boolean =>
	shortLinkMatch === 'exact' ? address === shown : hostOf(address) === hostOf(shown);
