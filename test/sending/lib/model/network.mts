import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	type JsonObject,
} from 'n8n-workflow';

import type { FaultKind, LocalService } from '../../../service/index.mts';
import { FAULTS, LIST_FAULTS } from './faults.mts';
import type { Life } from './life.mts';
import { Plan, type Planned } from './plan.mts';

/** From where in n8n something was done. */
export interface Where {
	/** The execution that it all began with; retries by hand belong to it. */
	root: number;
	/** n8n's id of the execution. */
	execution: string;
	/** The run of the node in a loop, or the call of an agent's tool; from 0. */
	run: number;
	/** Which try this is of all of the world, so that two never are the same. */
	attempt: number;
}

/** One HTTP call of the node, as the network saw it. Times are n8n's, in ms since the epoch. */
export interface Sent extends Where {
	/** Unique, and sent along as `x-seq`, so that the service's own record of the call can be found. */
	seq: number;
	method: string;
	form: URLSearchParams;
	fault: Planned['name'];
	startedAt: number;
	endedAt?: number;
	/** The node got to know how it ended: its process was not killed before. */
	delivered: boolean;
	/** The process of n8n that called. */
	life: Life;
}

/** What the node would hear: the answer of n8n's helper, or what it throws. */
type Heard = { answer: unknown } | { error: unknown };

/** A call as the node makes it. */
interface Request {
	options: IHttpRequestOptions;
	signal: AbortSignal | undefined;
	/** n8n's own helper. */
	real: (options: IHttpRequestOptions) => Promise<unknown>;
}

/** With a signal of its own, since listeners would gather at the one that is given. */
const aborted = async (given: AbortSignal | undefined) =>
	await new Promise<void>((resolve) => {
		const signal = AbortSignal.any(given === undefined ? [] : [given]);
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});

/** Everything between a node and the service: latency, faults, and other people's messages. */
export class Network {
	readonly sent: Sent[] = [];

	constructor(
		service: LocalService,
		private readonly plan: Plan,
	) {
		const rules: Array<[string, FaultKind]> = [...Object.entries(LIST_FAULTS)];
		for (const [name, fault] of Object.entries(FAULTS)) {
			if ('kind' in fault) rules.push([name, fault.kind]);
		}
		for (const [name, kind] of rules) {
			const when = ({ headers }: { headers: Record<string, unknown> }) =>
				headers['x-fault'] === name;
			service.faults.add({ when, times: Infinity, kind });
		}
	}

	async call(
		context: IExecuteFunctions,
		life: Life,
		where: Where,
		request: Request,
	): Promise<unknown> {
		const { time } = life;
		const { options, signal } = request;
		await life.step();
		const seq = this.sent.length;
		const method = options.url.split('/').slice(-2).join('/');
		const form = new URLSearchParams(String(options.body));
		const started = { startedAt: time.now(), delivered: false, fault: 'none' as const };
		const call: Sent = { ...where, life, seq, method, form, ...started };
		this.sent.push(call);
		await time.sleep(this.plan.latency());
		const planned = this.plan.arrives(call);
		call.fault = planned.name;
		planned.ahead?.();
		const heard = await time.during(async () => await this.carry(context, call, planned, request));
		planned.behind?.();
		const patience = planned.silent ? (options.timeout ?? 300_000) : planned.slow;
		await Promise.race([time.sleep(patience + this.plan.latency()), aborted(signal)]);
		call.endedAt = time.now();
		await life.step();
		call.delivered = true;
		this.plan.ended(call);
		if (signal?.aborted) throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		if ('error' in heard) throw heard.error;
		return heard.answer;
	}

	private async carry(
		context: IExecuteFunctions,
		call: Sent,
		planned: Planned,
		{ options, real }: Request,
	): Promise<Heard> {
		const { connect } = planned;
		if (connect === 'timedOut') return { error: connectTimedOut(context) };
		const headers = { ...options.headers, 'x-seq': String(call.seq), 'x-fault': planned.name };
		const url = new URL(options.url);
		// Nobody listens there.
		if (connect === 'refused') url.port = '9';
		// What is silent is waited for in virtual time.
		const timeout = planned.silent ? 40 : options.timeout;
		try {
			const given = { ...options, url: String(url), headers, timeout };
			const answer = (await real(given)) as IN8nHttpFullResponse;
			// Read here, since it takes time of the machine, and none of the model.
			return { answer: { ...answer, body: await text(answer.body as Readable) } };
		} catch (error) {
			return { error };
		}
	}
}

/** What n8n's helper throws when none of a host's addresses could be connected to in time. */
function connectTimedOut(context: IExecuteFunctions): NodeApiError {
	const code = 'ETIMEDOUT';
	const at = (address: string) =>
		Object.assign(new Error(`connect ${code} ${address}:443`), {
			...{ errno: -110, code, syscall: 'connect', address, port: 443 },
		});
	const several = new AggregateError([at('192.0.2.1'), at('192.0.2.2')], '');
	const cause = Object.assign(several, { code });
	const error = Object.assign(new Error('AggregateError'), { name: 'AggregateError', code, cause });
	return new NodeApiError(context.getNode(), error as unknown as JsonObject);
}
