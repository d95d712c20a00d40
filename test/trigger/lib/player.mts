import fc from 'fast-check';

/** What n8n saved of a trigger: it saves together with events, and when the workflow is published. */
export class Saves<State> {
	private before: State;

	constructor(private last: State) {
		this.before = last;
	}

	emitted(state: State): void {
		[this.before, this.last] = [this.last, state];
	}

	published(state: State): void {
		[this.before, this.last] = [state, state];
	}

	/** @returns what a process begins with */
	restarted(): State {
		return this.last;
	}

	/** The same where the last save did not come to pass. */
	crashed(): State {
		this.last = this.before;
		return this.last;
	}
}

/** What n8n does to a trigger, among what happens in its world. */
export type N8nStep<Poll> = ({ kind: 'poll' } & Poll) | { kind: 'restart' } | { kind: 'crash' };

/** Those who play a history: the trigger in its n8n, and who judges it. */
export interface Players<World, Poll> {
	happen(step: World): void;
	poll(step: Poll): Promise<void>;
	restart(): void;
	crash(): void;
}

/** Plays a history, whichever trigger it is of. */
export async function playAll<World extends { kind: string }, Poll>(
	steps: Array<World | N8nStep<Poll>>,
	players: Players<World, Poll>,
): Promise<void> {
	for (const step of steps) {
		if (isOfN8n(step)) await (step.kind === 'poll' ? players.poll(step) : players[step.kind]());
		else players.happen(step);
	}
}

const isOfN8n = <World extends { kind: string }, Poll>(
	step: World | N8nStep<Poll>,
): step is N8nStep<Poll> => ['poll', 'restart', 'crash'].includes(step.kind);

/** Draws of what happens in the world, of polls, restarts and crashes. */
export const mixed = <World, Poll>(
	worldStep: fc.Arbitrary<World>,
	poll: fc.Arbitrary<Poll>,
): fc.Arbitrary<World | N8nStep<Poll>> =>
	fc.oneof(
		{ weight: 5, arbitrary: worldStep },
		{ weight: 4, arbitrary: poll.map((given) => ({ kind: 'poll' as const, ...given })) },
		{
			weight: 1,
			arbitrary: fc.constantFrom({ kind: 'restart' as const }, { kind: 'crash' as const }),
		},
	);
