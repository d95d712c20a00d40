import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';

import { engine } from '../engine/lib/engine.mts';
import { DEFAULT_KEY, startService } from '../service/index.mts';
import { table } from './fill.mts';

/** The rooms, from the node down. */
const ROOMS = [
	'Message',
	'Link',
	'shared/operation',
	'shared/fields',
	'shared/api',
	'shared/input',
];

const BUILT = join(process.cwd(), 'dist', 'nodes');

/** The sources of nodes, below `nodes/`, of which a function is executed while one item is. */
async function executed(type: string, parameters: INodeParameters): Promise<string[]> {
	const service = await startService();
	const { run } = await engine();
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		const apiKey = DEFAULT_KEY;
		const credential = { server: 'other', baseUrl: service.url, apiKey, timezone: 'UTC' };
		const { error } = await run({ type, parameters, credential });
		if (error) throw error;
		const { result } = await session.post('Profiler.takePreciseCoverage');
		return result
			.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0))
			.map(({ url }) => relative(BUILT, url.startsWith('file:') ? fileURLToPath(url) : url))
			.filter((file) => !file.startsWith('..') && file.endsWith('.js'))
			.map((file) => file.replace(/\.js$/, '.ts'))
			.sort();
	} finally {
		session.disconnect();
		await service.close();
	}
}

/** The files that one Send executes, by room; measured, so that it stays true. */
export async function wayOfASend(): Promise<string> {
	const text = { recipient: '77011234567', text: 'Hello' };
	const send = await executed('message', { resource: 'message', operation: 'send', ...text });
	const rows = ROOMS.flatMap((room) => {
		const own = send.filter((file) => file.startsWith(`${room}/`));
		const names = own.map((file) => `[${file.slice(room.length + 1)}](../nodes/${file})`);
		return own.length > 0 ? [[`\`${room}\``, names.join(', ')]] : [];
	});
	return `One Send executes ${send.length} files:\n\n${table(['room', 'files'], rows)}`;
}
