import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Played } from './play.mts';
import type { Totals } from './totals.mts';
import type { SendCall, Want } from './wants.mts';
import { areAtOnce } from './scenario.mts';
import type { World } from './world.mts';

const personOf = ({ items }: Want): number => items[0].person;

/** Until when the node could take a message for that of the call. */
const endOf = ({ endedAt = Infinity, life }: SendCall): number =>
	Math.min(endedAt, life.diedAt ?? Infinity);

/** The service shows whole seconds. */
const SECOND = 1000;
/** The clock of the service is known so well, from its answers. */
const SURE = 250;

/** When a message was made, in truth and as the list shows it, by n8n's clock. */
function timesOf({ service, scenario }: World, id: string): { made: number; shown: number } {
	const { clockOffset, freedoms, zone } = scenario;
	const made = service.store.message(id)?.createdAt ?? NaN;
	const wall = DateTime.fromMillis(made, { zone: freedoms.accountTimezone });
	const shown = wall.setZone(zone, { keepLocalTime: true }).startOf('second').toMillis();
	return {
		made: made - clockOffset - (freedoms.accountClockOffset ?? 0),
		shown: shown - clockOffset,
	};
}

/** The call may have made it, for all that its time says. */
const isNear = ({ startedAt }: SendCall, end: number, second: number): boolean =>
	second + SECOND > startedAt - SURE && second <= end + SURE;

/** Another message of the execution was accepted and heard of: it shows whether the list's times are right. */
const hasWitness = ({ root }: Want, wants: Want[], before: number): boolean =>
	wants.some(
		(want) =>
			want.root === root &&
			want.calls.some(
				({ sees, delivered, startedAt }) => sees === 'accepted' && delivered && startedAt < before,
			),
	);

/** A message ID must be one that a call for this very item brought about. */
export function adoption(
	{ world }: Played,
	want: Want,
	wants: Want[],
	index: number,
	json: IDataObject,
	totals: Totals,
): string[] {
	const id = String(json.messageId);
	const isOf = (call: SendCall) => call.accepted.includes(id);
	if (want.calls.some(isOf)) return [];
	const { made: at, shown } = timesOf(world, id);
	const owner = wants.find(({ calls }) => calls.some(isOf));
	const others = owner?.root !== want.root;
	const lives = new Set(owner?.calls.filter(isOf).map(({ life }) => life));
	const own = want.calls.filter((call) => call.doubtful && !lives.has(call.life));
	const fitting = own.filter((call) => isNear(call, endOf(call), shown));
	if (others && fitting.length > 0) {
		// Nobody could tell: not from its time, and not from its place among the service's ids.
		const isTrue = fitting.some(
			(call) => call.startedAt - SECOND < at && at < endOf(call) + SECOND,
		);
		if (isTrue) totals.coincidences++;
		else if (!hasWitness(want, wants, fitting[0].startedAt)) totals.misled++;
		if (isTrue || !hasWitness(want, wants, fitting[0].startedAt)) return [];
	}
	totals.falseAdoptions++;
	const how = json.recovered === true ? 'adopted' : 'without a word of the service';
	const whose =
		owner === undefined ? 'others sent it' : others ? 'another execution' : 'another item';
	const when = want.calls
		.map((call) => `${call.fault} ${call.startedAt - at}..${endOf(call) - at} ms`)
		.join('; ');
	return [`false adoption: message ${id} for item ${index}, ${how}: ${whose}; its calls: ${when}`];
}

/** What is carried out when nobody looks for it any more. */
const LATE = new Set(['dropThenSent', 'dropLongBeforeSent', 'hangThenSent', 'queuedAndSent']);

/** True where nothing stands in the way of finding a message whose answer was lost. */
export function isFindable({ world }: Played, want: Want, wants: Want[]): boolean {
	const { scenario } = world;
	const { zone, freedoms, listFailures, listLag, foreign } = scenario;
	const { accountTimezone, listLagUpTo = 0, textStored = 'asIs', oddReads = 0 } = freedoms;
	const { accountClockOffset = 0 } = freedoms;
	const isHealthy =
		listFailures + oddReads + Math.abs(accountClockOffset) === 0 &&
		listLag + listLagUpTo <= 8_000 &&
		textStored === 'asIs';
	const isAlone = scenario.executions === 1 && scenario.kills.length === 0 && !areAtOnce(scenario);
	if (!isHealthy || !isAlone || accountTimezone !== zone) return false;
	if (want.items.length > 1 || foreign.some(({ person }) => person === personOf(want)))
		return false;
	if (wants.some((other) => other !== want && personOf(other) === personOf(want))) return false;
	const lost = want.calls.filter((call) => call.doubtful);
	return lost.length === 1 && lost[0].accepted.length === 1 && !LATE.has(lost[0].fault);
}
