import type { IDataObject } from 'n8n-workflow';

import { mayHaveHappened } from '../api/faults';
import { settle } from '../api/promises';
import { notKnown } from './nodeError';
import { hash, Journal } from './ledger';
import { eachItem, type Asked, type Run } from './run';

/** The writes of a run, so that a second try repeats none of them. */
export class Writes<P> {
	constructor(
		private readonly run: Run,
		private readonly journal: Journal<IDataObject, string>,
		private readonly nameOf: (params: P) => unknown,
	) {}

	earlier(item: Asked<P>): IDataObject | undefined {
		return this.find(item)?.done;
	}

	/** What an earlier try has served comes out as it did then. @returns the other items */
	left(asked: Array<Asked<P>>): Array<Asked<P>> {
		return asked.filter((item) => {
			const output = this.earlier(item);
			if (output) this.run.succeed(item.index, [output]);
			return output === undefined;
		});
	}

	keep({ index, params }: Asked<P>, output: IDataObject): void {
		this.journal.done(index, this.of(params), output);
	}

	/** To be called before the request goes out. @param mark what a later try needs to ask what became of it */
	begun({ index, params }: Asked<P>, mark: string): void {
		this.run.begun(index);
		this.journal.begun(index, this.of(params), mark);
	}

	/** @returns the mark of a write of an earlier try whose response was lost; by then it may have been made */
	lost(item: Asked<P>): string | undefined {
		return this.find(item)?.open;
	}

	forget({ index }: Asked<P>): void {
		this.journal.forget(index);
	}

	/** What an earlier try left unknown does not stop the rest. */
	async makeOnce(
		asked: Array<Asked<P>>,
		write: (params: P) => Promise<IDataObject>,
	): Promise<void> {
		const left = this.left(asked);
		const unknown = new Set(left.filter((item) => this.lost(item) !== undefined));
		const make = eachItem<P>(async (params, _run, index) => {
			const item = { index, params };
			this.begun(item, 'open');
			const outcome = await settle(async () => await write(params));
			if ('fault' in outcome) {
				if (!mayHaveHappened(outcome.fault)) this.forget(item);
				throw outcome.fault;
			}
			this.keep(item, outcome.value);
			return outcome.value;
		}, 'writes');
		await make(
			this.run,
			left.filter((item) => !unknown.has(item)),
		);
		const fault = notKnown(
			'It is not known whether an earlier try did this: its response was lost',
		);
		for (const { index } of unknown) this.run.fail(index, fault);
	}

	private find = ({ index, params }: Asked<P>) => this.journal.find(index, this.of(params));

	private of = (params: P): string => hash(this.nameOf(params));
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
	const { id } = run.service.account;
	const journal = new Journal<IDataObject, string>(run.context, name, print, id);
	let isOver = false;
	try {
		await work(new Writes(run, journal, nameOf));
		isOver = !run.halted && run.faults.size === 0;
	} finally {
		journal.close(isOver);
	}
}
