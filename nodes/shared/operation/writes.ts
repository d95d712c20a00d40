import type { IDataObject } from 'n8n-workflow';

import { mayHaveHappened } from '../api/faults';
import { settle } from '../api/promises';
import { hash, Journal, type Subject } from './ledger';
import { notKnown } from './nodeError';
import type { Asked, Run } from './run';

/** An item of an operation that writes. */
export type Write<P> = Asked<P> & Subject;

/**
 * What an earlier try did with each item: `done` is its output, `open` the mark of a write that may have been made, since
 * its response was lost.
 */
export type WriteJournal = Journal<IDataObject, string>;

type Work<P> = (run: Run, items: Array<Write<P>>, journal: WriteJournal) => Promise<void>;

/** What an earlier try has served comes out as it did then. @returns the other items */
export const leftOf = <P>(run: Run, items: Array<Write<P>>, journal: WriteJournal) =>
	items.filter((item) => {
		const output = journal.find(item)?.done;
		if (output) run.succeed(item.index, [output]);
		return output === undefined;
	});

/** One write for each item. Items that an earlier try left unknown fail last, so that they do not stop the rest. */
export const makeOnce =
	<P>(write: (params: P, run: Run) => Promise<IDataObject>): Work<P> =>
	async (run, items, journal) => {
		const left = leftOf(run, items, journal);
		const isOpen = (item: Write<P>) => journal.find(item) !== undefined;
		const unknown = left.filter(isOpen);
		const make = async (item: Write<P>): Promise<IDataObject> => {
			run.begun(item.index);
			journal.begun(item, 'open');
			const outcome = await settle(write(item.params, run));
			if ('fault' in outcome) {
				if (!mayHaveHappened(outcome.fault)) journal.forget(item);
				throw outcome.fault;
			}
			journal.done(item, outcome.value);
			return outcome.value;
		};
		await run.service.each(
			'writes',
			left.filter((item) => !isOpen(item)),
			async (item) => await run.serve(item.index, async () => await make(item)),
			() => run.halted,
		);
		const fault = notKnown(
			undefined,
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
		const items = asked.map((item) => ({ ...item, of: hash(nameOf(item.params)) }));
		const print = hash(items.map(({ of }) => of));
		const { id } = run.service.account;
		const journal: WriteJournal = new Journal(run.context, name, print, id);
		let isOver = false;
		try {
			await work(run, items, journal);
			isOver = !run.halted && run.faults.size === 0;
		} finally {
			journal.close(isOver);
		}
	};
