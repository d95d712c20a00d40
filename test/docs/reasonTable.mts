import { REASONS } from '../../nodes/Message/send/texts.ts';
import { table } from './fill.mts';

/** Why an outcome is unknown, and what to do. */
export const reasonTable = (): string =>
	table(
		['`details.reason`', 'what the node saw', 'what you do'],
		Object.entries(REASONS).map(([reason, { what, advice }]) => [`\`${reason}\``, what, advice]),
	);
