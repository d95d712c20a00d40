import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
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

const SIZE = z.object({ content: z.string(), width: z.number(), height: z.number() });

const EXAMPLES = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const example = EXAMPLE.parse(JSON.parse(readFileSync(join('examples', file), 'utf8')));
		const all = example.nodes.map((node) => ({ ...node, type: node.type.replace(/^.*\./, '') }));
		const isNote = ({ type }: (typeof all)[number]) => type === 'stickyNote';
		const notes = all.filter(isNote).map((note) => ({ ...note, ...SIZE.parse(note.parameters) }));
		return { ...example, file, notes, nodes: all.filter((node) => !isNote(node)) };
	});
type Example = (typeof EXAMPLES)[number];

const exampleOf = (name: string) => EXAMPLES.find(({ file }) => file === name)!;

/** Where a stranger could start a workflow by its address alone. */
const OPEN = ['webhook', 'formTrigger', 'mcpTrigger'];

it.each(EXAMPLES)('$file asks who starts it, or says why it need not', ({ nodes, notes }) => {
	const open = nodes.filter(
		({ type, parameters }) =>
			OPEN.includes(type) && (parameters.authentication ?? 'none') === 'none',
	);
	// The one page that is for everybody sends no SMS, and says so.
	const isExplained = notes.some(({ content }) => content.includes('### No login, but a secret'));
	expect(isExplained ? [] : open.map(({ name }) => name)).toEqual([]);
	for (const { type, parameters } of nodes) {
		if (type === 'chatTrigger') expect(parameters.public ?? false).toBe(false);
	}
});

/** Nodes of some examples that make this operation, each with its file. */
const nodesOf = (operation: string, examples: Example[]) =>
	examples.flatMap(({ file, nodes }) =>
		nodes
			.filter(({ parameters }) => parameters.operation === operation)
			.map(({ name, type, parameters }) => ({ file, name, type, parameters })),
	);

it.each(nodesOf('sendAndWait', EXAMPLES))(
	'$file, $name: nobody outside chooses who is asked for approval',
	({ parameters }) => expect(parameters.recipient).toMatch(/^\+\d/),
);

const isOpen = ({ nodes }: Example) =>
	nodes.some(({ type }) => [...OPEN, 'chatTrigger'].includes(type));
const sends = nodesOf('send', EXAMPLES.filter(isOpen)).filter(({ type }) => /^message/.test(type));

it.each(sends)('$file, $name bounds what somebody outside can make it send', ({ parameters }) => {
	const names = Object.keys(Object(parameters.options));
	expect(names).toEqual(expect.arrayContaining(['maxSegments', 'sendOnceKey']));
	const caps = ['maxMessages', 'maxPerRecipientPerDay'].filter((cap) => names.includes(cap));
	expect(caps).toHaveLength(1);
});

// Who executes an example as it is must not write to a stranger, nor have one decide: these numbers are kept for films.
it.each(EXAMPLES)('$file has no number that somebody may have', ({ nodes }) => {
	const texts = nodes.map(({ parameters }) => JSON.stringify(parameters)).join();
	const numbers = texts.match(/(?<![\w-])\+?\d[\d ]{9,14}(?![\w-])/g) ?? [];
	const digits = numbers.map((number) => number.replace(/\D/g, ''));
	expect(digits.filter((number) => !/^447700900\d{3}$/.test(number))).toEqual([]);
});

// A longer list gets nothing at all: who imports it must know.
const capped = EXAMPLES.flatMap(({ file, nodes, notes }) => {
	const caps = nodes.map(({ parameters }) => Object(parameters.options).maxMessages ?? 0);
	const most = Math.max(...caps);
	return most > 0 ? [{ file, most, notes }] : [];
});

it.each(capped)('$file says from how many messages on it sends none', ({ most, notes }) => {
	expect(notes.map(({ content }) => content).join()).toContain(`more than ${most} `);
});

// What the service holds until morning, an order in the night does not take back.
it.each([
	['20:30', '09:00'],
	['02:00', '09:00'],
	['12:00', '13:00'],
])('a cart left at %s is looked at again at %s, when its SMS goes out', (left, looked) => {
	const wait = exampleOf('abandoned-cart.json').nodes.find(({ type }) => type === 'wait');
	const [, expression] = /^=\{\{(.*)\}\}$/.exec(String(wait?.parameters.dateTime)) ?? [];
	const $now = DateTime.fromISO(`2026-11-25T${left}`);
	const until = DateTime.fromISO(String(runInNewContext(expression, { $now })));
	expect(until.toFormat('HH:mm')).toBe(looked);
	expect(until > $now).toBe(true);
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

it.each(TEMPLATES)('%s keeps the rules of the gallery for texts', (file) => {
	const { name, notes } = exampleOf(file);
	expect(name).toMatch(/^(Ask|Remind|Send) /);
	const [overview, ...sections] = notes.map(({ content }) => content);
	expect(overview).toMatch(new RegExp(`^## ${name}\n`));
	expect(overview).toContain('### How it works');
	expect(overview).toContain('### Set up');
	expect(overview).toContain('community node **n8n-nodes-mobizon**');
	const words = overview.match(/[\w'-]+/g)?.length;
	expect(words).toBeGreaterThanOrEqual(100);
	expect(words).toBeLessThanOrEqual(300);
	expect(sections.length).toBeGreaterThan(0);
	for (const note of sections) {
		expect(note).toMatch(/^### \S.*\n\S/);
		expect(note).not.toContain('### How it works');
	}
});

it.each(EXAMPLES)('$file has no id of an account or a table of ours', ({ nodes }) => {
	for (const { credentials, parameters } of nodes) {
		expect(Object.values(credentials).filter(({ id }) => id !== null)).toEqual([]);
		// The model of an agent is chosen by its public name.
		const { model: _, ...others } = parameters;
		for (const value of Object.values(others)) {
			const { __rl, mode, value: chosen } = Object(value);
			if (__rl && ['id', 'list'].includes(mode)) expect(chosen).toMatch(/^=/);
		}
	}
});

const boxOf = ({ name, position }: Example['nodes'][number], width: number, height: number) => {
	const [x, y] = position;
	return { name, x, y, right: x + width, bottom: y + height };
};
/** n8n draws a node as a square of 100, its name below it. */
const boxesOf = ({ nodes, notes }: Example) => ({
	nodes: nodes.map((node) => boxOf(node, 100, 140)),
	notes: notes.map((note) => boxOf(note, note.width, note.height)),
});

it.each(EXAMPLES)('$file: no note lies on a node or on another note', (example) => {
	const { nodes, notes } = boxesOf(example);
	const clashes = notes.flatMap((one, i) =>
		[...nodes, ...notes.slice(i + 1)]
			.filter(({ x, right }) => one.x < right && x < one.right)
			.filter(({ y, bottom }) => one.y < bottom && y < one.bottom)
			.map((other) => `${one.name} and ${other.name}`),
	);
	expect(clashes).toEqual([]);
});
