import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const EXAMPLE = z.object({
	nodes: z.array(
		z.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()) }),
	),
});

const files = readdirSync('examples').filter((file) => file.endsWith('.json'));

const nodesOf = (file: string) =>
	EXAMPLE.parse(JSON.parse(readFileSync(join('examples', file), 'utf8'))).nodes.map((node) => ({
		...node,
		type: node.type.replace(/^.*\./, ''),
	}));

/** Where a stranger could start a workflow by its address alone. */
const OPEN = ['webhook', 'formTrigger', 'mcpTrigger'];

const notes = (file: string): string =>
	nodesOf(file)
		.filter(({ type }) => type === 'stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

it.each(files)('%s asks who starts it, or says why it need not', (file) => {
	const open = nodesOf(file).filter(
		({ type, parameters }) =>
			OPEN.includes(type) && (parameters.authentication ?? 'none') === 'none',
	);
	// The one page that is for everybody sends no SMS, and says so.
	const isExplained = /### No login, but a secret/.test(notes(file));
	expect(isExplained ? [] : open.map(({ name }) => name)).toEqual([]);
	for (const { type, parameters } of nodesOf(file)) {
		if (type === 'chatTrigger') expect(parameters.public ?? false).toBe(false);
	}
});

it.each(files)('%s: nobody outside chooses who is asked for approval', (file) => {
	for (const { parameters } of nodesOf(file)) {
		if (parameters.operation !== 'sendAndWait') continue;
		expect(parameters.recipient).toMatch(/^\+\d/);
	}
});

it.each(files)('%s bounds what somebody outside can make it send', (file) => {
	const nodes = nodesOf(file);
	if (!nodes.some(({ type }) => [...OPEN, 'chatTrigger'].includes(type))) return;
	const isSend = ({ type, parameters }: (typeof nodes)[number]) =>
		type.startsWith('message') && parameters.operation === 'send';
	for (const { parameters } of nodes.filter(isSend)) {
		const options = z.record(z.unknown()).parse(parameters.options);
		expect(options).toHaveProperty('maxSegments');
		expect(options).toHaveProperty('sendOnceKey');
		expect(
			Object.keys(options).filter((name) => /^max(Messages|PerRecipientPerDay)$/.test(name)),
		).toHaveLength(1);
	}
});
