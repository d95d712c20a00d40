import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/**
 * F30: answers that no client may choke on. `bomb`: 400 MB in 400 KB of gzip; `fields`: 200,000 of them;
 * `cut`: ends in a text of backslashes; `deep`: 100,000 levels; `digits`: a number of a million; `message`: a
 * refusal with 20 MB of words; `slow`: a byte each `VAST.byteMs`, without end; `values`: 8 million of them.
 */
export const VAST_FORMS = [
	...(['bomb', 'fields', 'cut', 'deep', 'digits', 'message', 'slow', 'values'] as const),
] as const;

export type VastForm = (typeof VAST_FORMS)[number];

/** How long a byte of `slow` takes, and how many such answers are under way. */
export const VAST = { byteMs: 1000, open: 0 };

const MB = 1024 * 1024;
const BEGIN = '{"code":0,"message":"","data":';

const texts: Record<Exclude<VastForm, 'bomb' | 'slow'>, () => string> = {
	fields: () =>
		`${BEGIN}{${Array.from({ length: 200_000 }, (_, n) => `"field${n}":${n}`).join(',')}}}`,
	cut: () => `${BEGIN}{"id":1234567890123456789012,"a":"${'\\"'.repeat(75_000)}`,
	deep: () => `{"code":1,"message":"","data":${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}}`,
	digits: () => `${BEGIN}${'7'.repeat(1_000_000)}}`,
	message: () => `{"code":1,"data":null,"message":"${'word '.repeat(4 * MB)}"}`,
	values: () => `${BEGIN}[${'0,'.repeat(7.9 * MB)}0]}`,
};

/** Pieces of gzip that follow one another are unpacked as one. */
function bomb(): Buffer {
	const piece = gzipSync('a'.repeat(4 * MB));
	const pieces = Array.from({ length: 100 }, () => piece);
	return Buffer.concat([gzipSync(`${BEGIN}"`), ...pieces, gzipSync('"}')]);
}

async function trickle({ raw }: FastifyReply, stopping: AbortSignal): Promise<void> {
	raw.writeHead(200, { 'Content-Type': 'application/json' });
	raw.write(BEGIN);
	VAST.open++;
	const closed = new AbortController();
	raw.once('close', () => closed.abort());
	const signal = AbortSignal.any([stopping, closed.signal]);
	while (!signal.aborted) {
		raw.write(' ');
		await sleep(VAST.byteMs, undefined, { signal }).catch(() => undefined);
	}
	VAST.open--;
	raw.destroy();
}

export function sendVast(form: VastForm, reply: FastifyReply, stopping: AbortSignal): void {
	if (form === 'slow') return void trickle(reply.hijack(), stopping);
	reply.type('application/json; charset=utf-8');
	if (form === 'bomb') void reply.header('Content-Encoding', 'gzip').send(bomb());
	else void reply.send(texts[form]());
}
