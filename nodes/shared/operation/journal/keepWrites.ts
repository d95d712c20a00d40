import type { IDataObject } from 'n8n-workflow';

import { mayHaveHappened } from '../../api/certainty';
import { describe } from '../../api/describe';
import { ServiceRefusal } from '../../api/faults';
import { eachItem, type ItemWork } from '../eachItem';
import { Failure } from '../failure';
import { toFaultText } from '../nodeError';
import type { Asked, Run } from '../run';
import { settle } from '../../api/promises';
import { hash, Journal } from './journal';

/** The writes of a run, so that a second try repeats none of them. */
export class Writes<P> {
	constructor(
		private readonly run: Run,
		private readonly journal: Journal<IDataObject, string>,
		private readonly nameOf: (params: P) => unknown,
	) {}

	/** @returns the output of an item that an earlier try has served */
	earlier(item: Asked<P>): IDataObject | undefined {
		return this.find(item)?.done;
	}

	/** What an earlier try has served comes out as it did then. @returns the other items */
	left(asked: Array<Asked<P>>): Array<Asked<P>> {
		return asked.filter((item) => {
			const output = this.earlier(item);
			if (output) this.run.succeed(item.index, output);
			return output === undefined;
		});
	}

	keep({ index, params }: Asked<P>, output: IDataObject): void {
		this.journal.done(index, this.of(params), output);
	}

	/** To be called before the request goes out. @param mark what a later try needs to ask what became of it */
	begun({ index, params }: Asked<P>, mark: string): void {
		this.journal.begun(index, this.of(params), mark);
	}

	/** @returns the mark of a write of an earlier try whose answer was lost */
	lost(item: Asked<P>): string | undefined {
		return this.find(item)?.open;
	}

	/** Nothing was done, or it is to be done again. */
	forget({ index }: Asked<P>): void {
		this.journal.forget(index);
	}

	/** Makes the writes of items that must not be made twice. What an earlier try left unknown does not stop the rest. */
	async makeOnce(
		asked: Array<Asked<P>>,
		write: (params: P) => Promise<IDataObject>,
	): Promise<void> {
		const isOpen = (item: Asked<P>) => this.lost(item) !== undefined;
		const left = this.left(asked);
		const unknown = left.filter(isOpen);
		const once: ItemWork<P> = async (params, _run, index) =>
			await this.make({ index, params }, write);
		const rest = left.filter((item) => !isOpen(item));
		await eachItem(once, 'writes')(this.run, rest);
		const fault = notKnown('It is not known whether an earlier try did this: its answer was lost');
		for (const { index } of unknown) this.run.fail(index, fault);
	}

	/** @throws Failure with the outcome `unknown` when it may have been made */
	private async make(
		{ index, params }: Asked<P>,
		write: (params: P) => Promise<IDataObject>,
	): Promise<IDataObject> {
		this.begun({ index, params }, 'open');
		const outcome = await settle(async () => await write(params));
		if ('value' in outcome) {
			this.keep({ index, params }, outcome.value);
			return outcome.value;
		}
		const { fault } = outcome;
		if (mayHaveHappened(fault))
			throw notKnown(`It is not known whether this was done: ${toFaultText(fault)}`, fault);
		this.journal.forget(index);
		throw fault;
	}

	private find = ({ index, params }: Asked<P>) => this.journal.find(index, this.of(params));

	private of = (params: P): string => hash(this.nameOf(params));
}

const LOOK =
	'Look for it with the operation Get Many, and start a new execution if it is not there.';

/** @param look how to find out what became of it */
export function notKnown(what: string, fault?: unknown, look = LOOK): Failure {
	// The advice for other calls is to try again.
	const advice = describe(fault, look)?.description ?? look;
	const code = fault instanceof ServiceRefusal && { code: fault.code };
	return new Failure(what, advice, { outcome: 'unknown', ...code });
}

/**
 * @param name of the journal, one for each operation of a node
 * @param nameOf what an item is about, the same in all its tries
 */
export async function keepWrites<P>(
	name: string,
	run: Run,
	asked: Array<Asked<P>>,
	work: (writes: Writes<P>) => Promise<void>,
	nameOf: (params: P) => unknown = (params) => params,
): Promise<void> {
	const print = hash(asked.map(({ params }) => nameOf(params)));
	const journal = new Journal<IDataObject, string>(run.context, name, print);
	let isOver = false;
	try {
		await work(new Writes(run, journal, nameOf));
		isOver = !run.halted && run.faults.size === 0;
	} finally {
		journal.close(isOver);
	}
}
