import { IANAZone } from 'luxon';

/** The zone of this machine, or UTC where it has none that has a name. */
export function ownZone(): string {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return IANAZone.isValidZone(timeZone) ? timeZone : 'UTC';
}
