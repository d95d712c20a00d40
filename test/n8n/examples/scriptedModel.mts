import fastify from 'fastify';
import { z } from 'zod';

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
export async function startModel(): Promise<{ url: string; close(): Promise<void> }> {
	const app = fastify();
	app.post('/v1/chat/completions', async (request) => {
		const message = nextMessage(REQUEST.parse(request.body));
		return {
			id: '1',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: message.content ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/v1`, close: () => app.close() };
}

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
