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

/** When a message was made, by n8n's clock. */
function madeAt({ service, scenario }: World, id: string): number {
	const { clockOffset, freedoms } = scenario;
	const made = service.store.message(id)?.createdAt ?? NaN;
	return made - clockOffset - (freedoms.accountClockOffset ?? 0);
}

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
	const at = madeAt(world, id);
	const owner = wants.find(({ calls }) => calls.some(isOf));
	const others = owner?.root !== want.root;
	const lives = new Set(owner?.calls.filter(isOf).map(({ life }) => life));
	const fitting = want.calls.filter((call) => {
		return call.doubtful && !lives.has(call.life) && call.startedAt <= at && at <= endOf(call);
	});
	if (others && fitting.length > 0) {
		// Nobody could tell: not from its time, and not from its place among the service's ids.
		totals.coincidences++;
		return [];
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
	const isHealthy =
		listFailures + oddReads === 0 && listLag + listLagUpTo <= 8_000 && textStored === 'asIs';
	const isAlone = scenario.executions === 1 && scenario.kills.length === 0 && !areAtOnce(scenario);
	if (!isHealthy || !isAlone || accountTimezone !== zone) return false;
	if (want.items.length > 1 || foreign.some(({ person }) => person === personOf(want)))
		return false;
	if (wants.some((other) => other !== want && personOf(other) === personOf(want))) return false;
	const lost = want.calls.filter((call) => call.doubtful);
	return lost.length === 1 && lost[0].accepted.length === 1 && !LATE.has(lost[0].fault);
}
