import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Played } from './play.mts';
import type { SendCall, Want } from './wants.mts';
import { recipientOf, type Scenario } from './scenario.mts';
import type { World } from './world.mts';

const personOf = ({ items }: Want): number => items[0].person;

/** Until when the node could take a message for that of the call. */
const endOf = ({ endedAt = Infinity, life }: SendCall): number =>
	Math.min(endedAt, life.diedAt ?? Infinity);

/** The service shows whole seconds. */
const SECOND = 1000;
/** So near to its call a message is made, by the listed time of one whose call took a second. */
const SURE = 3000;

const most = SECOND + SURE;

/** Two calls with lost answers were under way at the same time. */
const areTogether = (a: SendCall, b: SendCall): boolean =>
	b.doubtful && a.startedAt < endOf(b) && b.startedAt < endOf(a);

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

/** The call may have made it, for all that its true time says; and for all that the listed one says. */
const isAbout = (call: SendCall, made: number): boolean =>
	made > call.startedAt - most && made < endOf(call) + most;
const isNear = (call: SendCall, shown: number): boolean =>
	shown > call.startedAt - most && shown <= endOf(call) + SURE;

/** Another message of the try was accepted and heard of: it shows whether the list's times are right. */
const hasWitness = (wants: Want[], { attempt }: SendCall): boolean =>
	wants.some(({ calls }) =>
		calls.some((call) => call.sees === 'accepted' && call.delivered && call.attempt === attempt),
	);

const isAlike = (a: Want, b: Want): boolean =>
	a.root === b.root &&
	a.items[0].person === b.items[0].person &&
	a.items[0].mark === b.items[0].mark;

/** An agent that calls again with the same words goes on with the call before, where that one failed. */
export const callsFor = ({ path }: Scenario, want: Want, wants: Want[]): SendCall[] =>
	path === 'tool'
		? wants.filter((other) => isAlike(other, want)).flatMap(({ calls }) => calls)
		: want.calls;

/**
 * A message that others sent, to the same recipient and with the same text, may be taken for that of a call
 * with a lost answer where nobody could tell: not from its time, and not from its place among the service's
 * ids.
 */
function mayBeTaken({ world, ended }: Played, want: Want, wants: Want[], id: string): boolean {
	const isOf = (call: SendCall) => call.accepted.includes(id);
	const owner = wants.find(({ calls }) => calls.some(isOf));
	const retried = ended.find((each) => each.root === want.root && each.isRetry);
	// Equal messages of one execution are told apart by the order of their ids alone; the person has each once.
	if (owner?.root === want.root) {
		const lost = owner.calls.filter((call) => isOf(call) && call.doubtful);
		const areMixed = lost.some((call) => want.calls.some((other) => areTogether(call, other)));
		const isEqual = personOf(owner) === personOf(want);
		return isEqual && (retried !== undefined || areMixed);
	}
	// A process knows whose it is once it has heard so; of two lost answers only the order of the ids tells.
	const heard = owner?.calls.filter((call) => isOf(call) && !call.doubtful) ?? [];
	const lives = new Set(heard.map(({ life }) => life));
	const calls = callsFor(world.scenario, want, wants);
	const own = calls.filter((call) => call.doubtful && !lives.has(call.life));
	const { made, shown } = timesOf(world, id);
	// An equal message since the execution began is taken for what it sent before n8n was killed. A clock that was set
	// forward makes that look earlier.
	const forward = world.scenario.clockSteps.reduce((ms, { by }) => ms + Math.max(0, by), 0);
	if (retried && Math.max(made, shown) > retried.began - forward - most) return true;
	// An accepted message shows how the list's times run, whatever they are.
	if (own.some((call) => isAbout(call, made))) return true;
	return own.some((call) => isNear(call, shown) && !hasWitness(wants, call));
}

/** Of the messages of others, those that may be taken for this. */
export const strangers = (played: Played, want: Want, wants: Want[]): string[] =>
	[...played.world.service.store.messages.all()]
		.filter(({ to }) => to === recipientOf(personOf(want)))
		.map(({ id }) => String(id))
		.filter((id) => !want.calls.some(({ accepted }) => accepted.includes(id)))
		.filter((id) => mayBeTaken(played, want, wants, id));

/**
 * A message of others that may be taken for one of several equal items, in a second in which calls for them
 * were under way, makes as many messages as calls: each may then be taken for the next item. So it may where
 * the service carries out one of the calls after those that came later.
 */
function isMovedOn({ world }: Played, want: Want, wants: Want[], id: string): boolean {
	const twins = wants.filter(({ root, items }) => {
		return root === want.root && items[0].person === personOf(want);
	});
	const calls = twins.flatMap((twin) => twin.calls).filter(({ doubtful }) => doubtful);
	if (!calls.some(({ accepted }) => accepted.includes(id))) return false;
	const isFitting = (call: SendCall, other: string) => isAbout(call, timesOf(world, other).made);
	const foreign = world.plan.foreign.filter(
		(other) => world.service.store.message(other)?.to === recipientOf(personOf(want)),
	);
	const isIntruded = foreign.some((other) => calls.some((call) => isFitting(call, other)));
	const isLate = calls.some((call) =>
		call.accepted.some((other) => timesOf(world, other).made > endOf(call)),
	);
	const isMoved = isIntruded || isLate;
	return isMoved && want.calls.some((call) => call.doubtful && isFitting(call, id));
}

/** A message ID must be one that a call for this very item brought about. */
export function adoption(
	played: Played,
	want: Want,
	wants: Want[],
	index: number,
	json: IDataObject,
): string[] {
	const id = String(json.messageId);
	const isOf = (call: SendCall) => call.accepted.includes(id);
	if (callsFor(played.world.scenario, want, wants).some(isOf)) return [];
	if (json.recovered === true && isMovedOn(played, want, wants, id)) return [];
	if (mayBeTaken(played, want, wants, id)) return [];
	const owner = wants.find(({ calls }) => calls.some(isOf));
	const isOther = owner !== undefined && owner.root !== want.root;
	const whose = owner === undefined ? 'others' : isOther ? 'another execution' : 'another item';
	return [`false adoption: item ${index} has message ${id} of ${whose}`];
}

/** What is carried out when nobody looks for it any more. */
const LATE = new Set(['dropThenSent', 'dropLongBeforeSent', 'hangThenSent', 'queuedAndSent']);

/** True where nothing stands in the way of finding a message whose answer was lost. */
export function isFindable({ world }: Played, want: Want, wants: Want[]): boolean {
	const { scenario } = world;
	const { zone, freedoms, listFailures, listLag, foreign } = scenario;
	const { accountTimezone, listLagUpTo = 0, textStored = 'asIs', oddReads = 0 } = freedoms;
	const { accountClockOffset = 0 } = freedoms;
	const isHidden = 'listShows' in freedoms || 'unreadableList' in freedoms;
	const isHealthy =
		!isHidden &&
		listFailures + oddReads + Math.abs(accountClockOffset) === 0 &&
		listLag + listLagUpTo <= 8_000 &&
		textStored === 'asIs';
	if (scenario.clockSteps.length > 0) return false;
	const isAlone = scenario.executions === 1 && scenario.kills.length === 0;
	if (!isHealthy || !isAlone || accountTimezone !== zone) return false;
	if (want.items.length > 1 || foreign.some(({ person }) => person === personOf(want)))
		return false;
	if (wants.some((other) => other !== want && personOf(other) === personOf(want))) return false;
	const lost = want.calls.filter((call) => call.doubtful);
	// Another message, accepted before, shows how the list's times run.
	const isMeasured = wants
		.flatMap(({ calls }) => calls)
		.some(
			({ sees, delivered, startedAt, endedAt = Infinity, life }) =>
				sees === 'accepted' &&
				delivered &&
				endedAt - startedAt <= 2000 &&
				lost.every((call) => call.life === life && endedAt < call.startedAt),
		);
	if (!isMeasured) return false;
	return lost.length === 1 && lost[0].accepted.length === 1 && !LATE.has(lost[0].fault);
}
