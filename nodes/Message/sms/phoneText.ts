import { plainText } from '../../shared/input/plainText';

/**
 * A phone number in plain ASCII, without the `tel:` of a link and the `.0` of a numeric column. Line
 * breaks inside stay, since they part several numbers.
 */
export const phoneText = (text: string): string =>
	plainText(text)
		.replace(/^tel:\s*/i, '')
		.replace(/^(\+?\d{8,})\.0$/, '$1');
