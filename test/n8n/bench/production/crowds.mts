import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { step } from '../../lib/progress.mts';
import { postWebhook, chain, mobizonNode, node, type WorkflowFile } from '../../lib/workflows.mts';
import { httpRequest, splitOut } from '../lib/others.mts';
import { webhook } from '../../traffic/load.mts';
import type { System } from './index.mts';

/** A way to send one SMS for each post to a webhook. */
interface Contender {
	/** Also the path of its webhook. Behind it, `/all` takes a list of messages. */
	name: string;
	workflow(credentialId: string, serviceUrl: string): WorkflowFile;
}

/** From the webhook of one message, or from that of a list. */
const of = (field: string) => `={{ ($json.body ?? $json).${field} }}`;
const MESSAGE = { recipient: of('to'), text: 'Your order is ready' };

const DO = 'Send';

function workflow(name: string, sends: WorkflowFile['nodes'][number]): WorkflowFile {
	// n8n answers when the execution is over.
	const [one, all] = [webhook(name, 'lastNode'), webhook(`${name}-all`, 'lastNode')];
	const { type, parameters } = splitOut('body.messages');
	const each = node('Each', type, parameters);
	return {
		name,
		nodes: [one, all, each, sends],
		connections: { ...chain([one, sends]), ...chain([all, each, sends]) },
	};
}

const send = (name: string, options: INodeParameters): Contender => ({
	name,
	workflow(credentialId) {
		const parameters = { resource: 'message', operation: 'send', ...MESSAGE, options };
		return workflow(name, mobizonNode(credentialId, DO, 'message', parameters));
	},
});

export const CONTENDERS: Contender[] = [
	{
		name: 'http',
		workflow(_, serviceUrl) {
			const spec = httpRequest(serviceUrl, 'Message/SendSmsMessage', MESSAGE);
			const { type, parameters, typeVersion } = spec;
			return workflow('http', node(DO, type, parameters, { typeVersion }));
		},
	},
	send('send', {}),
	send('keyed', { sendOnceKey: of('key') }),
];

/** Executions at once, and how often each way has its turn with them. */
const LOADS = [
	{ atOnce: 1, turns: 20 },
	{ atOnce: 50, turns: 3 },
	{ atOnce: 500, turns: 2 },
];

/** Messages that the same node sent before: with keys so many that n8n's store holds all that it ever does. */
const HISTORY = { http: 5_000, send: 5_000, keyed: 11_200 };
const HISTORY_RUN = 800;

/** n8n saves an execution after its answer. In ms. */
const SETTLES = 500;

/** Of each execution: ms from the post to the answer, ms of processors, bytes; and how many failed. */
export interface Cost {
	p50: number;
	p95: number;
	cpu: number;
	written: number;
	failed: number;
}

export interface Row {
	system: string;
	atOnce: number;
	hasHistory: boolean;
	costs: Cost[];
}

let messages = 0;

/** No two messages are equal, and no two keys. */
const message = () => ({ to: String(77_010_000_000 + ++messages), key: `order-${messages}` });

/** Posts to a webhook. @returns how long it took, in ms, and whether the workflow ended well */
async function timed(url: string, path: string, body: object) {
	const began = performance.now();
	const { status } = await postWebhook(url, path, body);
	return { ms: performance.now() - began, isWell: status === 200 };
}

interface Turn {
	times: number[];
	failed: number;
	cpu: number;
	written: number;
}

/** So many executions at once, and no others. */
async function take(system: System, { name }: Contender, atOnce: number): Promise<Turn> {
	const [cpu, written] = [await system.cpu(), await system.written()];
	const posts = Array.from({ length: atOnce }, () => timed(system.url, name, message()));
	const ends = await Promise.all(posts);
	await sleep(SETTLES);
	return {
		times: ends.map(({ ms }) => ms),
		failed: ends.filter(({ isWell }) => !isWell).length,
		cpu: (await system.cpu()) - cpu,
		written: (await system.written()) - written,
	};
}

function costOf(turns: Turn[]): Cost {
	const times = turns.flatMap((turn) => turn.times).sort((a, b) => a - b);
	const at = (share: number) => times[Math.ceil(times.length * share) - 1];
	const each = (of: (turn: Turn) => number) =>
		turns.reduce((sum, turn) => sum + of(turn), 0) / times.length;
	return {
		p50: at(0.5),
		p95: at(0.95),
		cpu: each(({ cpu }) => cpu),
		written: each(({ written }) => written),
		failed: turns.reduce((sum, { failed }) => sum + failed, 0),
	};
}

/** All loads; the ways take turns, so that what else the machine does meets all of them. */
async function crowds(system: System, hasHistory: boolean): Promise<Row[]> {
	const rows: Row[] = [];
	// What is compiled and opened once is no cost of an execution.
	for (const contender of CONTENDERS) await take(system, contender, 20);
	for (const { atOnce, turns } of LOADS) {
		const taken = CONTENDERS.map((): Turn[] => []);
		for (let nth = 0; nth < turns; nth++) {
			const order = [...CONTENDERS.entries()];
			if (nth % 2 === 1) order.reverse();
			for (const [n, contender] of order) taken[n].push(await take(system, contender, atOnce));
		}
		rows.push({ system: system.name, atOnce, hasHistory, costs: taken.map(costOf) });
	}
	return rows;
}

async function addHistory({ url }: System): Promise<void> {
	for (const [name, count] of Object.entries(HISTORY)) {
		for (let sent = 0; sent < count; sent += HISTORY_RUN) {
			const body = {
				messages: Array.from({ length: Math.min(HISTORY_RUN, count - sent) }, message),
			};
			const { isWell } = await timed(url, `${name}-all`, body);
			if (!isWell) throw new Error(`The history of ${name} could not be sent`);
		}
	}
}

/** Measures without history and with it. */
export async function measureCrowds(system: System): Promise<Row[]> {
	const { name } = system;
	const empty = await step(`${name}: crowds of executions`, () => crowds(system, false));
	await step(`${name}: sending a history`, () => addHistory(system));
	const full = await step(`${name}: crowds after it`, () => crowds(system, true));
	return [...empty, ...full];
}
