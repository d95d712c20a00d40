import { AsyncLocalStorage } from 'node:async_hooks';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';

import { loadAfresh } from './freshPackage.mts';
import type { Where } from './network.mts';
import { dateIn, type VirtualTime } from './virtualTime.mts';
import type { World } from './world.mts';

const STORE_CALLS = ['checkProcessedAndRecord', 'removeProcessed'] as const;

const never = async () => await new Promise<never>(() => {});

/** The life in which n8n's store is called. */
export const currentLife = new AsyncLocalStorage<Life>();

/**
 * One process of n8n, from its start until it is killed: with the package loaded afresh. After its death
 * nothing of it goes on: what the node waits for never comes. A call that was written is carried out.
 */
export class Life {
	readonly message: INodeType;
	readonly time: VirtualTime;
	/** Resolves when the process is killed. */
	readonly died: Promise<'died'>;
	/** n8n's time, in ms since the epoch. */
	diedAt: number | undefined;
	private steps = 0;
	private die: () => void = () => {};

	/** @param killedAt the step at which it is killed */
	constructor(
		private readonly world: World,
		private readonly killedAt = Infinity,
	) {
		const { time, numbers, shown } = world;
		this.time = time;
		this.died = new Promise((resolve) => (this.die = () => resolve('died')));
		const startedAt = time.now();
		const sleep = async (ms: number) => {
			// As a timer of Node.js.
			await time.sleep(Math.max(1, ms));
			if (this.dead) await never();
		};
		const { Message } = loadAfresh('nodes/Message/Message.node.js', {
			Date: dateIn(shown),
			performance: { now: () => time.now() - startedAt },
			...{ sleep, random: numbers.next, timeout: time.timeout },
		});
		const type = new (Message as new () => INodeType)();
		this.message = Object.create(type, { execute: { value: this.executing(type) } }) as INodeType;
	}

	get dead(): boolean {
		return this.diedAt !== undefined;
	}

	/** A moment at which the process may be killed; there is one before and after all that it does. */
	async step(): Promise<void> {
		this.steps++;
		if (this.steps === this.killedAt) {
			this.diedAt = this.time.now();
			this.die();
		}
		if (this.dead) await never();
	}

	/** The node's own way of working, with a network and a store that can be spoilt. */
	private executing(type: INodeType) {
		const life = this;
		return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][] | null> {
			life.time.rest();
			if (life.dead) await never();
			life.connect(this, life.world.whereIs(this));
			try {
				return (await type.execute?.call(this)) as INodeExecutionData[][];
			} finally {
				await life.step();
				life.time.work();
			}
		};
	}

	private connect(context: IExecuteFunctions, where: Where): void {
		const { helpers } = context;
		const request = helpers.httpRequestWithAuthentication;
		const call = async (given: IExecuteFunctions, name: string, options: IHttpRequestOptions) => {
			const signal = given.getExecutionCancelSignal();
			const real = async (changed: IHttpRequestOptions) => await request.call(given, name, changed);
			return await this.world.network.call(context, this, where, { options, signal, real });
		};
		helpers.httpRequestWithAuthentication = async function (name, options) {
			return await call(this as IExecuteFunctions, name, options);
		};
		for (const name of STORE_CALLS) {
			const real = helpers[name].bind(helpers) as (...given: unknown[]) => Promise<unknown>;
			const changed = async (...given: unknown[]) => {
				await this.step();
				try {
					return await currentLife.run(this, async () => await real(...given));
				} finally {
					await this.step();
				}
			};
			Object.assign(helpers, { [name]: changed });
		}
	}
}
