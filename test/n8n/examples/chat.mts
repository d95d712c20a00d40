import fastify from 'fastify';
import { z } from 'zod';

const NOTICE = z.object({ text: z.string() }).strict();

/**
 * Stands in for the incoming webhook of a team's chat: keeps what it is told, in order. It stays up
 * until this process ends, as the workflow stays published.
 */
export async function startChat(): Promise<{ url: string; notices: string[] }> {
	const notices: string[] = [];
	const app = fastify();
	app.post('/incoming-webhook', async (request) => {
		notices.push(NOTICE.parse(request.body).text);
		return { ok: true };
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/incoming-webhook`, notices };
}
