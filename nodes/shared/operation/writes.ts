import type { IDataObject } from 'n8n-workflow';

import { mayHaveHappened } from '../api/faults';
import { settle } from '../api/promises';
import { hash, Journal } from './ledger';
import { notKnown } from './nodeError';
import { eachItem, type Asked, type Run } from './run';

/** The writes of a run, so that a second try repeats none of them. */
export class Writes<P> {
	constructor(
		private readonly run: Run,
		private readonly journal: Journal<IDataObject, string>,
		private readonly nameOf: (params: P) => unknown,
	) {}

	/**
	 * What an earlier try did with an item: `done` is its output, `open` the mark of a write that may have been made, since
	 * its response was lost.
	 */
	known = ({ index, params }: Asked<P>) => this.journal.find(index, this.of(params));

	/** What an earlier try has served comes out as it did then. @returns the other items */
	left(asked: Array<Asked<P>>): Array<Asked<P>> {
		return asked.filter((item) => {
			const output = this.known(item)?.done;
			if (output) this.run.succeed(item.index, [output]);
			return output === undefined;
		});
	}

	keep({ index, params }: Asked<P>, output: IDataObject): void {
		this.journal.done(index, this.of(params), output);
	}

	/** To be called before the request goes out. @param mark what a later try needs to find out what became of it */
	begun({ index, params }: Asked<P>, mark: string): void {
		this.run.begun(index);
		this.journal.begun(index, this.of(params), mark);
	}

	forget({ index }: Asked<P>): void {
		this.journal.forget(index);
	}

	private of = (params: P): string => hash(this.nameOf(params));
}

type Work<P> = (run: Run, asked: Array<Asked<P>>, writes: Writes<P>) => Promise<void>;

/** One write for each item. Items that an earlier try left unknown fail last, so that they do not stop the rest. */
export const makeOnce =
	<P>(write: (params: P, run: Run) => Promise<IDataObject>): Work<P> =>
	async (run, asked, writes) => {
		const left = writes.left(asked);
		const isOpen = (item: Asked<P>) => writes.known(item) !== undefined;
		const [unknown, others] = [left.filter(isOpen), left.filter((item) => !isOpen(item))];
		const make = eachItem<P>(async (params, _, index) => {
			const item = { index, params };
			writes.begun(item, 'open');
			const outcome = await settle(write(params, run));
			if ('fault' in outcome) {
				if (!mayHaveHappened(outcome.fault)) writes.forget(item);
				throw outcome.fault;
			}
			writes.keep(item, outcome.value);
			return outcome.value;
		}, 'writes');
		await make(run, others);
		const fault = notKnown(
			'It is not known whether an earlier try did this: its response was lost',
		);
		for (const { index } of unknown) run.fail(index, fault);
	};

/**
 * @param name of the journal, one for each operation of a node
 * @param nameOf what an item is about, the same in all its tries
 */
export const keepWrites =
	<P>(name: string, work: Work<P>, nameOf: (params: P) => unknown = (params) => params) =>
	async (run: Run, asked: Array<Asked<P>>): Promise<void> => {
		const print = hash(asked.map(({ params }) => nameOf(params)));
		const { id } = run.service.account;
		const journal = new Journal<IDataObject, string>(run.context, name, print, id);
		let isOver = false;
		try {
			await work(run, asked, new Writes(run, journal, nameOf));
			isOver = !run.halted && run.faults.size === 0;
		} finally {
			journal.close(isOver);
		}
	};
