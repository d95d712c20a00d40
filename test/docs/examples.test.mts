import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const EXAMPLE = z.object({
	name: z.string(),
	nodes: z.array(
		z.object({
			name: z.string(),
			type: z.string(),
			position: z.tuple([z.number(), z.number()]),
			parameters: z.record(z.unknown()),
			credentials: z.record(z.object({ id: z.string().nullable() })).default({}),
		}),
	),
});

const files = readdirSync('examples').filter((file) => file.endsWith('.json'));

const exampleOf = (file: string) =>
	EXAMPLE.parse(JSON.parse(readFileSync(join('examples', file), 'utf8')));

const nodesOf = (file: string) =>
	exampleOf(file).nodes.map((node) => ({ ...node, type: node.type.replace(/^.*\./, '') }));

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

/** Those that n8n's gallery of templates may take. */
const TEMPLATES = [
	'abandoned-cart.json',
	'appointment-reminder.json',
	'approval-by-sms.json',
	'campaign-with-a-link-for-each.json',
	'failed-sms-goes-as-email.json',
	'monday-campaign.json',
	'one-time-password.json',
	'opt-out-by-link.json',
	'sms-to-each-row-of-a-file.json',
];

const SIZE = z.object({ content: z.string(), width: z.number(), height: z.number() });

it.each(TEMPLATES)('%s keeps the rules of the gallery for texts', (file) => {
	const { name } = exampleOf(file);
	expect(name).toMatch(/^(Ask|Remind|Send) /);
	const overviews = nodesOf(file)
		.filter(({ type }) => type === 'stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.filter((text) => text.includes('### How it works'));
	expect(overviews).toHaveLength(1);
	const [overview] = overviews;
	expect(overview).toMatch(new RegExp(`^## ${name}\n`));
	expect(overview).toContain('### Set up');
	expect(overview).toContain('community node **n8n-nodes-mobizon**');
	const words = overview.match(/[\w'-]+/g) ?? [];
	expect(words.length).toBeGreaterThanOrEqual(100);
	expect(words.length).toBeLessThanOrEqual(300);
});

it.each(files)('%s has no id of an account or a table of ours', (file) => {
	for (const { credentials, parameters } of nodesOf(file)) {
		expect(Object.values(credentials).filter(({ id }) => id !== null)).toEqual([]);
		// The model of an agent is chosen by its public name.
		const { model: _, ...others } = parameters;
		for (const value of Object.values(others)) {
			const locator = z.object({ __rl: z.literal(true), mode: z.string(), value: z.string() });
			const { data } = locator.safeParse(value);
			if (data?.mode === 'id' || data?.mode === 'list') expect(data.value).toMatch(/^=/);
		}
	}
});

it.each(files)('%s: no note lies on a node or on another note', (file) => {
	const boxes = nodesOf(file).map(({ name, type, position: [x, y], parameters }) => {
		// n8n draws a node as a square of 100, its name below it.
		const [width, height] =
			type === 'stickyNote'
				? [SIZE.parse(parameters).width, SIZE.parse(parameters).height]
				: [100, 140];
		return { name, isNote: type === 'stickyNote', x, y, right: x + width, bottom: y + height };
	});
	const clashes = boxes.flatMap((one, i) =>
		boxes
			.slice(i + 1)
			.filter((other) => one.isNote || other.isNote)
			.filter(
				(other) =>
					one.x < other.right &&
					other.x < one.right &&
					one.y < other.bottom &&
					other.y < one.bottom,
			)
			.map((other) => `${one.name} and ${other.name}`),
	);
	expect(clashes).toEqual([]);
});
