// What the examples' workflows talk to besides the service. All of it stays up until this process ends.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import fastify from 'fastify';
import { z } from 'zod';
import { until } from '../lib/progress.mts';
import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import type { Session } from '../lib/session.mts';

const NOTICE = z.object({ text: z.string() }).strict();

/** Answers every request with JSON. @returns the address */
async function serve(answer: (body: unknown) => Promise<object>): Promise<string> {
	const app = fastify();
	app.all('/*', ({ body }) => answer(body));
	return await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Stands in for the incoming webhook of a team's chat: keeps what it is told, in order. */
export async function startChat() {
	const notices: string[] = [];
	const url = await serve(async (body) => {
		notices.push(NOTICE.parse(body).text);
		return { ok: true };
	});
	return { url, notices };
}

interface Mail {
	to: string;
	content: string;
}

/** Speaks as much SMTP as it takes to be handed a mail. */
function receive(socket: Socket, mails: Mail[]): void {
	let to = '';
	let content: string[] | undefined;
	const say = (line: string) => socket.write(`${line}\r\n`);
	say('220 mail for the demo');
	createInterface(socket).on('line', (line) => {
		if (content && line !== '.') return void content.push(line);
		if (content) mails.push({ to, content: content.join('\n') });
		to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to;
		content = /^DATA/i.test(line) ? [] : undefined;
		say(content ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok');
	});
	socket.on('error', () => undefined);
}

/** Stands in for a mail server: keeps what it is given. @returns its credentials in n8n, too */
export async function startMailbox(session: Session, name: string) {
	const mails: Mail[] = [];
	const server = createServer((socket) => receive(socket, mails));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = z.object({ port: z.number() }).parse(server.address());
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const login = { user: '', password: '' };
	const credentials = await session.saveCredential('smtp', name, { ...data, ...login });
	return { credentials, mails };
}

/** Stands in for the hour: who asks it waits until the play says that an hour is over. */
export async function startHour() {
	const waiting: Array<() => void> = [];
	const url = await serve(() => new Promise((resolve) => waiting.push(() => resolve({}))));
	/** The hour of the one that has waited longest is over. */
	const passes = async () => (await until('A cart that waits', async () => waiting.shift()))();
	return { url, passes };
}

const REQUEST = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
	tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});

type Request = z.infer<typeof REQUEST>;

/** What the model wants to send. */
export const WANTED = { Recipient: '+7 701 555 04 00', Text: 'Hello from the agent' };

/**
 * Stands in for a language model, behind the API of OpenAI's chat completions: looks at the message
 * with the preview tool, then uses the send tool, and at last repeats what that tool said.
 */
export const startModel = (): Promise<string> =>
	serve(async (body) => {
		const message = nextMessage(REQUEST.parse(body));
		return {
			id: '1',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: message.content ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});

function nextMessage({ messages, tools }: Request) {
	const told = messages.filter(({ role }) => role === 'tool');
	const use = (name: string, input: unknown) => {
		if (!tools.some((tool) => tool.function.name === name)) throw new Error(`No tool ${name}`);
		const call = { name, arguments: JSON.stringify(input) };
		const calls = [{ id: `call_${told.length}`, type: 'function', function: call }];
		return { role: 'assistant', content: null, tool_calls: calls };
	};
	if (told.length === 0) return use('Preview_the_SMS', WANTED);
	// A tool that n8n asks a person about takes its input one level down.
	if (told.length === 1) return use('Send_the_SMS', { toolParameters: WANTED, hitlParameters: {} });
	return { role: 'assistant', content: `The tools said: ${told.map(textOf).join(' ')}` };
}

const textOf = ({ content }: { content?: unknown }): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

/** A robot that looks at every link of a message, and a person with a phone. */
const ROBOT = { 'user-agent': 'facebookexternalhit/1.1' };
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 6.0) Chrome/55.0 Mobile Safari/537.36' };

/** The page of a question, as the phone that got the SMS reaches it. */
export type QuestionPage = Awaited<ReturnType<typeof nextQuestion>>;

/** Waits for the SMS with a question, which is the next message after the first `before` ones. */
export async function nextQuestion(service: LocalService, before: number) {
	const text = await until('The SMS with the question', async () => {
		return [...service.store.messages.all()].at(before)?.text;
	});
	const shortLink = /https?:\S+/.exec(text)?.[0];
	assert.ok(shortLink, `no link in "${text}"`);
	const reach = async (url: string, init: RequestInit) => {
		const response = await fetch(url, init);
		return { url: response.url, status: response.status, html: await response.text() };
	};
	const open = (as: 'person' | 'robot' = 'person') =>
		reach(shortLink, { headers: as === 'robot' ? ROBOT : PHONE });
	let pageUrl: string | undefined;
	/** Presses a button: the form sends to the address of the page, where the short link led. */
	const press = async (answer: 'approve' | 'decline', code?: string) => {
		const body = new URLSearchParams({ answer, ...(code && { code }) });
		// It stays in the browser, also when the short link is deleted.
		pageUrl ??= (await open()).url;
		return await reach(pageUrl, { method: 'POST', headers: PHONE, body });
	};
	/** Answers as a stranger, who knows of the execution but has no link to it, or another one. */
	const forge = async () => {
		const { url } = await open();
		const signatures = ['', '&signature=', `&signature=${'0'.repeat(64)}`];
		const addresses = signatures.map((other) => url.replace(/&signature=.*/, other));
		const body = new URLSearchParams({ answer: 'approve' });
		const answers = addresses.flatMap((address) => [
			reach(address, { headers: PHONE }),
			reach(address, { method: 'POST', headers: PHONE, body }),
		]);
		return await Promise.all(answers);
	};
	return { text, shortLink, open, press, forge };
}
