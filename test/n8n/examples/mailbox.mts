import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { freePort } from '../lib/ports.mts';

/** One mail as it arrived. */
interface Mail {
	to: string;
	content: string;
}

/** Speaks as much SMTP as it takes to be handed a mail. */
function receive(socket: Socket, mails: Mail[]): void {
	let read = '';
	let to = '';
	let isContent = false;
	const say = (line: string) => socket.write(`${line}\r\n`);
	say('220 mail for the demo');
	socket.on('data', (chunk) => {
		read += chunk.toString();
		for (;;) {
			const ending = isContent ? '\r\n.\r\n' : '\r\n';
			const end = read.indexOf(ending);
			if (end < 0) return;
			const [line, rest] = [read.slice(0, end), read.slice(end + ending.length)];
			read = rest;
			if (isContent) mails.push({ to, content: line });
			const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
			if (!isContent && recipient) to = recipient;
			const wasContent = isContent;
			isContent = !wasContent && /^DATA/i.test(line);
			say(isContent ? '354 go on' : /^QUIT/i.test(line) && !wasContent ? '221 bye' : '250 ok');
		}
	});
	socket.on('error', () => undefined);
}

/** Stands in for a mail server: keeps what it is given. It stays up until this process ends. */
export async function startMailbox(): Promise<{ port: number; mails: Mail[] }> {
	const mails: Mail[] = [];
	const server = createServer((socket) => receive(socket, mails)).unref();
	const port = await freePort(2525);
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return { port, mails };
}
