import type { Drawn } from '../../../fc.mts';
import type { scenario } from './arbitrary.mts';

export interface ScenarioItem {
	/** Items with the same number have the same recipient and the same text. */
	person: number;
	/** Written as a spreadsheet might; 'bad' is no number at all. */
	form: 'plain' | 'plus' | 'spaced' | 'bad';
	/** The Send Once Key. */
	key: number | null;
	/** Its validity, in minutes, tells it from others that are equal: the service knows it, a list does not. */
	mark: number | null;
}

/** One workflow with one send node, how it is run, and the trouble that it meets. */
export type Scenario = Drawn<typeof scenario>;

export const recipientOf = (person: number): string =>
	`7701${String(1_000_000 + person).slice(-7)}`;

const TEXTS = [
	(person: number) => `Hello, number ${person}!`,
	(person: number) => `Hello,\n number ${person}! `,
	(person: number) => `Привет, номер ${person}: https://example.com/${person}`,
];
export const textOf = (person: number): string => TEXTS[person % TEXTS.length](person);
