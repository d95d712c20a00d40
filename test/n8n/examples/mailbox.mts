import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** One mail as it arrived. */
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

/** Stands in for a mail server: keeps what it is given. It stays up until this process ends. */
export async function startMailbox(): Promise<{ port: number; mails: Mail[] }> {
	const mails: Mail[] = [];
	const server = createServer((socket) => receive(socket, mails)).unref();
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = z.object({ port: z.number() }).parse(server.address());
	return { port, mails };
}
