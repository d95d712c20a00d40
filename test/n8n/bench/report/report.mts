import { count, mb, ms, percent, table, times } from './format.mts';
import type { Results } from './results.mts';

/** All tables, as Markdown. */
export function report(results: Results): string {
	const { node, n8n, cpus, repeats, quick } = results;
	return [
		`Node ${node}, n8n-core ${n8n}, ${cpus}; median of ${repeats}${quick ? '; quick sizes' : ''}.`,
		...results.delays.map((delay) => speed(results, delay)),
		memory(results),
		load(results),
		rate(results),
		faults(results),
		noise(results),
	].join('\n\n');
}

function speed({ outcomes }: Results, delay: number): string {
	const rows = outcomes
		.filter((outcome) => outcome.delay === delay)
		.map(({ name, size, ours, rival, bare, leastCalls }) => [
			`${name} (${count(size)})`,
			ms(ours.median),
			bare ? ms(bare.median) : '-',
			ms(rival.median),
			bare ? times(ours.median, bare.median) : '-',
			times(rival.median, ours.median),
			ms(ours.cpu),
			bare ? ms(bare.cpu) : '-',
			ms(rival.cpu),
			count(ours.calls),
			count(leastCalls),
			count(rival.calls),
		]);
	const head = [
		'Job (how many)',
		'this node',
		'bare client',
		"n8n's nodes",
		'node / bare',
		"n8n's / node",
		'CPU, node',
		'CPU, bare',
		"CPU, n8n's",
	];
	return `### Answers after ${delay} ms\n\n${table([...head, 'calls', 'least', "n8n's calls"], rows)}`;
}

function memory({ memory: outcomes }: Results): string {
	const rows = outcomes.map(({ name, ours, rival, bare }) => [
		name,
		mb(Math.max(0, ours.resultMb)),
		mb(ours.peakMb),
		ours.resultMb < 1 ? '-' : times(ours.peakMb, ours.resultMb),
		bare ? mb(bare.peakMb) : '-',
		mb(rival.peakMb),
	]);
	const head = ['Job', 'result, MB', 'peak, MB', 'peak / result', 'peak of bare', "peak of n8n's"];
	return `### Memory above the input\n\n${table(head, rows)}`;
}

const load = ({ load: { ours, rival } }: Results): string =>
	`### Loading\n\n${table(
		['Loaded into a process that has n8n-workflow', 'time'],
		[
			['all nodes and the credential of this package', ms(ours.median)],
			["n8n's HTTP Request node", ms(rival.median)],
		],
	)}`;

function rate({ rate: outcomes }: Results): string {
	const rows = outcomes.map(({ name, messages, accepted, lost, refused, seconds, share }) => [
		name,
		count(messages),
		count(accepted),
		count(lost),
		count(refused),
		`${seconds.toFixed(1)} s`,
		lost === 0 ? percent(share) : '-',
	]);
	const head = ['', 'messages', 'accepted', 'lost', 'calls refused', 'took', 'of the allowed rate'];
	return `### Sends to a service that allows 50 calls a second\n\n${table(head, rows)}`;
}

function faults({ faults: outcomes }: Results): string {
	const rows = outcomes.map(({ name, messages, sent, sentTwice, surplus, calls, error }) => [
		name,
		count(messages),
		count(sent),
		count(sentTwice),
		count(surplus),
		count(calls),
		error.replaceAll('|', '/'),
	]);
	const head = [
		'',
		'messages',
		'sent',
		'sent more than once',
		'surplus',
		'calls',
		'error at the end',
	];
	return `### Lost answers and a refused recipient, with Retry On Fail (3 tries)\n\n${table(head, rows)}`;
}

function noise({ outcomes }: Results): string {
	const spreads = outcomes
		.flatMap(({ ours, rival, bare }) => [ours, rival, ...(bare ? [bare] : [])])
		.map(({ spread }) => spread)
		.sort((a, b) => a - b);
	const middle = spreads[Math.floor(spreads.length / 2)] ?? 0;
	return `Noise: the slowest repeat took longer than the fastest by ${percent(middle)} of the median in the middle case, by ${percent(spreads.at(-1) ?? 0)} in the worst.`;
}
