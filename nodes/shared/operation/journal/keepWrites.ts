import type { IDataObject } from 'n8n-workflow';

import { mayHaveHappened } from '../../api/certainty';
import { describe } from '../../api/describe';
import { ServiceRefusal } from '../../api/faults';
import { Failure } from '../failure';
import { toFaultText } from '../nodeError';
import type { Asked, Run } from '../run';
import { settle } from '../../api/promises';
import { hash, Journal } from './journal';

/** The writes of a run, so that a second try repeats none of them. */
export class Writes<P> {
	constructor(private readonly journal: Journal<IDataObject, true>) {}

	/** @returns the output of an item that an earlier try has served */
	earlier({ index, params }: Asked<P>): IDataObject | undefined {
		return this.journal.find(index, hash(params))?.done;
	}

	keep({ index, params }: Asked<P>, output: IDataObject): void {
		this.journal.done(index, hash(params), output);
	}

	/** It is to be made again. */
	forget({ index }: Asked<P>): void {
		this.journal.forget(index);
	}

	/**
	 * Makes a write that must not be made twice, unless an earlier try made it.
	 *
	 * @throws Failure with the outcome `unknown` when this try, or an earlier one, may have made it
	 */
	async once(item: Asked<P>, write: () => Promise<IDataObject>): Promise<IDataObject> {
		const of = hash(item.params);
		const entry = this.journal.find(item.index, of);
		if (entry?.done) return entry.done;
		if (entry?.open) {
			throw notKnown('It is not known whether an earlier try did this: its answer was lost');
		}
		this.journal.begun(item.index, of, true);
		const outcome = await settle(write);
		if ('value' in outcome) {
			this.journal.done(item.index, of, outcome.value);
			return outcome.value;
		}
		const { fault } = outcome;
		if (mayHaveHappened(fault))
			throw notKnown(`It is not known whether this was done: ${toFaultText(fault)}`, fault);
		this.journal.forget(item.index);
		throw fault;
	}
}

const LOOK =
	'Look for it with the operation Get Many, and start a new execution if it is not there.';

function notKnown(what: string, fault?: unknown): Failure {
	// The advice for other calls is to try again.
	const advice = describe(fault, LOOK)?.description ?? LOOK;
	const code = fault instanceof ServiceRefusal && { code: fault.code };
	return new Failure(what, advice, { outcome: 'unknown', ...code });
}

/** @param name of the journal, one for each operation of a node */
export async function keepWrites<P>(
	name: string,
	run: Run,
	asked: Array<Asked<P>>,
	work: (writes: Writes<P>) => Promise<void>,
): Promise<void> {
	const print = hash(asked.map(({ params }) => params));
	const journal = new Journal<IDataObject, true>(run.context, name, print);
	let isOver = false;
	try {
		await work(new Writes(journal));
		isOver = !run.halted && run.faults.size === 0;
	} finally {
		journal.close(isOver);
	}
}
