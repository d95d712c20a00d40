import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { N8N_DIR, ROOT } from '../lib/paths.mts';
import { runChild } from './lib/child.mts';
import { figureOf, type Figure, type Sample } from './lib/measure.mts';

const manifest = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

/** Time to load all nodes and the credential, and to load n8n's HTTP Request node, each in fresh processes. */
export async function measureLoad(repeats: number): Promise<{ ours: Figure; rival: Figure }> {
	const { n8n } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
	const base = join(N8N_DIR, '..', 'n8n-nodes-base');
	const load = async (folder: string, files: string[]) => {
		const samples: Sample[] = [];
		for (let repeat = 0; repeat < repeats; repeat++) {
			const script = join(ROOT, 'test/n8n/bench/lib/loadTime.mjs');
			const ms = Number(await runChild([script, folder, ...files]));
			samples.push({ seconds: ms / 1000, cpu: 0, calls: 0 });
		}
		return figureOf(samples);
	};
	return {
		ours: await load(ROOT, [...n8n.nodes, ...n8n.credentials]),
		rival: await load(base, ['dist/nodes/HttpRequest/HttpRequest.node.js']),
	};
}
